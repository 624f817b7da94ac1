import { describe, expect, it } from 'vitest';
import { latexText } from './latexText.ts';

describe('LaTeX', () => {
  // Expected: the commands of LaTeX's own manual; `test/latex.systems.test.ts` sets them with pdflatex.
  it.each([
    ['Kendall’s τ_b', 'Kendall’s $\\tau_b$'],
    ['τ_b − λ ≤ 1', '$\\tau_b$ $-$ $\\lambda$ $\\leq$ 1'],
    ['τ_bc', '$\\tau$\\_bc'],
    ['acc_eq', 'acc\\_eq'],
    ['Spearman’s ρ by 6Σd²', 'Spearman’s $\\rho$ by 6$\\Sigma$d$^2$'],
    ['κ, α and Δ', '$\\kappa$, $\\alpha$ and $\\Delta$'],
    ['BLEU ↑, TER ↓', 'BLEU $\\uparrow$, TER $\\downarrow$'],
    ['a > b ≈ c', 'a \\textgreater{} b $\\approx$ c'],
    ['●†‡', '$\\bullet\\dagger\\ddagger$'],
    ['θ₁ of −∞ and $τ', '$\\theta_1$ of $-\\infty$ and \\$$\\tau$'],
    ['±1, ∞', '$\\pm$1, $\\infty$'],
    ['▁█', '\\rule{.5em}{0.125em}\\rule{.5em}{1em}'],
    ['2–3', '2–3'],
    ['-0.5', '$-$0.5'],
    ['[-0.5, -.25]', '{[}$-$0.5, $-$.25]'],
    ['4-GRR, de-en, 2-3', '4-GRR, de-en, 2-3'],
    ['--why', '-{}-why'],
    ["``a'', ---", "`{}`a'{}', -{}-{}-"],
    ['5 % of a_b & {c} #1 $2', '5 \\% of a\\_b \\& \\{c\\} \\#1 \\$2'],
    ['\\~^<|>', '\\textbackslash{}\\textasciitilde{}\\textasciicircum{}\\textless{}\\textbar{}\\textgreater{}'],
    ['*a*', '{*}a*'],
    [' two\n lines', ' two lines'],
  ])('writes %j', (text, expected) => {
    expect(latexText(text)).toBe(expected);
  });
});
