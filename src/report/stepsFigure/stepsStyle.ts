/** The style of steps and of the words behind them, on top of that of the page. Kinds differ in their line, so that nobody needs colours. */

export const stepsStyle = (): string => `.steps{grid-column:1/-1}
.steps .read{position:sticky;top:0;z-index:3;padding-block:.5rem;background:var(--surface);border-bottom:1px solid var(--line)}
.steps .texts{display:grid;grid-template-columns:minmax(4rem,max-content) minmax(0,1fr);gap:0 1rem;max-height:40vh;overflow-y:auto;position:relative}
.steps .texts p{margin:0;max-width:none}
.steps .name{font-size:.8125rem;font-weight:600;color:var(--muted);line-height:2.1rem;overflow-wrap:anywhere;max-width:12rem}
.steps .tokens{line-height:2.1;overflow-wrap:anywhere}
.steps .joined{word-break:break-all}
.steps .tokens i{font-style:normal;cursor:pointer;border-radius:3px;padding-block:.1em}
.steps .pointing .tokens i:not(:has(u),.here){color:var(--muted)}
.steps .here{outline:2px solid var(--accent);outline-offset:1px}
.steps .kinds{list-style:none;display:flex;flex-wrap:wrap;gap:0 1.1rem;margin:.4rem 0 0;padding:0;font-size:.8125rem}
.steps u{background:color-mix(in srgb,var(--kind) 12%,transparent);text-decoration:underline solid var(--kind) 2px;text-underline-offset:.2em;text-decoration-skip-ink:none}
.steps u u{text-underline-offset:.4em;background:none}
.steps u u u{text-underline-offset:.6em}
.steps .k0{--kind:var(--c3)}
.steps .k1{--kind:var(--c1);text-decoration-style:double}
.steps .k2{--kind:var(--c2);text-decoration-style:wavy;text-decoration-thickness:1.5px}
.steps .k3{--kind:var(--c4);text-decoration-style:dashed}
.steps .k4{--kind:var(--c7);text-decoration-style:dotted;text-decoration-thickness:3px}
.steps .k5{--kind:var(--c8);text-decoration-line:overline}
.steps .k6{--kind:var(--c6);text-decoration-thickness:4px}
.steps .k7{--kind:var(--c5);text-decoration-line:overline;text-decoration-style:dashed}
.steps .k8{--kind:var(--c1);text-decoration-line:overline;text-decoration-style:dotted;text-decoration-thickness:3px}
.steps .k9{--kind:var(--c4);text-decoration-line:overline;text-decoration-style:double}
.steps .k10{--kind:var(--c2);text-decoration-line:overline;text-decoration-style:wavy;text-decoration-thickness:1.5px}
.steps .status{margin:.4rem 0 0;height:2.9em;overflow-y:auto;font-size:.875rem;line-height:1.45;max-width:none;color:var(--muted);overflow-wrap:anywhere}
.steps .pointing .status{color:var(--ink)}
.steps .scroll{margin-top:.5rem}
.steps table{width:100%}
.steps :is(th,td){white-space:normal;vertical-align:top;text-align:right}
.steps :is(th,td):first-child{text-align:left;min-width:7rem}
.steps thead th{overflow-wrap:anywhere}
.steps td{min-width:4.5rem;max-width:22rem;font-weight:650}
.steps td[tabindex]{cursor:pointer;scroll-margin-top:var(--above,0)}
.steps tbody b{font-weight:650}
.steps small{display:block;font-weight:400;font-size:.8125rem;color:var(--muted);text-wrap:pretty;overflow-wrap:anywhere}
.steps .enters{background:color-mix(in srgb,var(--accent) 10%,var(--surface))}
.steps .direct{box-shadow:inset 0 -3px var(--accent)}
.steps [aria-selected=true]{outline:3px double var(--accent);outline-offset:1px}
.steps td.here,.steps td[aria-selected=true],.steps td:focus-visible{outline-offset:-3px}
@media (max-width:40rem){
.steps .texts{grid-template-columns:minmax(0,1fr);max-height:34vh}
.steps .name{line-height:1.3}
.steps .tokens{line-height:1.8}
.steps .status{font-size:.8125rem;height:4.35em}
}
@media print{
.steps .read{position:static}
.steps .texts{max-height:none}
.steps .status{display:none}
}`;
