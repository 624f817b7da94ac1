/** The style of a page: light and dark as the reader's system is, narrow and wide, on paper. */
import { variables } from './palette.ts';

export const style = (): string => `:root{color-scheme:light dark;${variables('light')}}
@media (prefers-color-scheme:dark){:root{${variables('dark')}}}
${rules()}`;

const rules = (): string => `*{box-sizing:border-box}
html{font:100%/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;scroll-padding-top:1rem;-webkit-text-size-adjust:100%}
@media (prefers-reduced-motion:no-preference){html{scroll-behavior:smooth}}
body{margin:0;background:var(--surface);color:var(--ink);overflow-wrap:break-word}
a{color:var(--accent);text-underline-offset:.15em;text-decoration-thickness:.06em}
a:hover{text-decoration-thickness:.12em}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:2px}
main:focus{outline:none}
.skip{position:absolute;left:1rem;top:-4rem;padding:.5rem 1rem;background:var(--surface);border:1px solid var(--line);border-radius:4px;z-index:2}
.skip:focus{top:1rem}
.unseen,table:not(.sorted) .ditto{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
:root{--margin:clamp(1rem,4vw,3rem)}
header,nav,main{padding-inline:var(--margin)}
header{padding-block:clamp(1rem,3vw,2rem) 1rem}
h1,h2,h3,h4,h5,h6{line-height:1.2;letter-spacing:-.012em;text-wrap:balance;margin:0}
h1{font-size:clamp(1.75rem,1.3rem + 2vw,2.75rem);font-weight:700;letter-spacing:-.022em}
h2{font-size:1.5rem;font-weight:650}
h3{font-size:1.17rem;font-weight:650}
h4,h5,h6{font-size:1rem;font-weight:650}
p,dd{max-width:46rem;text-wrap:pretty}
p{margin:.75rem 0}
.answer{font-size:1.25rem;font-weight:600;line-height:1.4;margin:1rem 0 0;max-width:60rem}
.answers{margin:.75rem 0 0;padding-left:1.2rem;max-width:60rem}
.answers li{margin:.25rem 0}
.lead{font-size:.9375rem;color:var(--muted);margin:1rem 0 0;max-width:60rem}
nav :is(h2,summary){font-size:.8125rem;font-weight:600;letter-spacing:.02em;color:var(--muted)}
nav h2{display:none}
nav summary{padding:.5rem 0}
nav ol{list-style:none;margin:0;padding:0}
nav details>ol{margin-top:.5rem}
nav ol ol{display:flex;flex-wrap:wrap;gap:0 1rem;padding-left:.9rem;font-size:.9375em}
nav a{display:block;padding:.25rem 0;color:var(--ink);text-decoration:none}
nav a:hover{color:var(--accent);text-decoration:underline}
main{padding-bottom:5rem}
main>section{padding-top:2rem}
main>section>section,main>section section{padding-top:2rem}
main>section>h2{padding-bottom:.6rem;border-bottom:1px solid var(--line)}
.figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,27rem),1fr));gap:2.25rem 2.5rem;margin-top:1.5rem}
figure{margin:0;min-width:0}
.wide,.table{grid-column:1/-1}
figcaption,caption{text-align:left;font-weight:650;line-height:1.35;text-wrap:balance}
figcaption{margin-bottom:.75rem}
caption{padding-bottom:.6rem}
caption span{position:sticky;left:0;display:inline-block;max-width:calc(100vw - 2*var(--margin))}
.scroll{overflow-x:auto;max-width:100%;background:linear-gradient(to right,var(--surface) 1rem,transparent) 0 0/3rem 100% no-repeat local,linear-gradient(to left,var(--surface) 1rem,transparent) 100% 0/3rem 100% no-repeat local,linear-gradient(to right,var(--shade),transparent) 0 0/.75rem 100% no-repeat scroll,linear-gradient(to left,var(--shade),transparent) 100% 0/.75rem 100% no-repeat scroll}
svg{display:block;width:100%;height:auto}
svg.narrow{display:none}
svg text{font-family:inherit;font-variant-numeric:tabular-nums}
.warning{border-inline-start:4px solid currentColor;padding-inline-start:.75rem;max-width:42rem}
.words,.note,.downloads{font-size:.875rem;color:var(--muted);margin:.6rem 0 0}
.downloads a{display:inline-block;padding:.1rem .55rem;margin-left:.3rem;border:1px solid var(--line);border-radius:4px;text-decoration:none;font-size:.8125rem}
.downloads a:hover{border-color:currentColor}
.files{display:flex;flex-wrap:wrap;align-items:baseline;gap:0 1.5rem}
.files .data[open]{flex:0 0 100%;min-width:0}
.data{font-size:.875rem;margin-top:.6rem}
.data .scroll{max-height:24rem;overflow:auto;margin-top:.5rem;border:1px solid var(--line);border-radius:4px}
summary{cursor:pointer;width:fit-content;color:var(--accent);padding:.1rem 0}
table{border-collapse:collapse;font-size:.9375rem;font-variant-numeric:tabular-nums lining-nums}
.data table{font-size:.8125rem;width:100%}
th,td{padding:.34rem .85rem;border-bottom:1px solid var(--grid);font-weight:400;white-space:nowrap;vertical-align:baseline}
.dense :is(th,td){padding:.22rem .5rem}
.data .dense :is(th,td){padding-inline:.3rem}
th:first-child,td:first-child{padding-left:.25rem}
.data th:first-child{padding-left:.75rem}
thead th{font-weight:600;white-space:normal;border-bottom:1px solid var(--axis);vertical-align:bottom;position:relative}
thead button{all:unset;cursor:pointer}
thead button::before{content:"";position:absolute;inset:0}
thead button:hover{text-decoration:underline}
.data thead th{position:sticky;top:0;background:var(--raised);z-index:1}
[aria-sort] button::after{content:"▲";content:"▲"/"";position:absolute;right:.1rem;bottom:.6em;font-size:.6em}
[aria-sort=descending] button::after{content:"▼";content:"▼"/""}
table:not(.sorted) tr.line>*{border-bottom:2px solid var(--axis)}
.sorted tfoot tr:first-child>*{border-top:2px solid var(--axis)}
:is(tbody,tfoot) tr:hover,.table :is(tbody,tfoot) tr:hover>:first-child{background:var(--raised)}
strong{font-weight:700}
.table tr>:first-child{position:sticky;left:0;z-index:1;background:var(--surface);min-width:6rem;max-width:38vw;white-space:normal}
.left{text-align:left}
.right{text-align:right}
.part{border-top:1px solid var(--line);margin-top:1rem}
.part+.part{margin-top:0}
.part:last-child{border-bottom:1px solid var(--line)}
.part>summary{width:auto;padding:.8rem 0;color:inherit}
.part>summary>*{display:inline;margin-left:.25rem}
.part>summary:hover{color:var(--accent)}
.part>summary::marker{color:var(--muted)}
.part>div{padding-bottom:2rem;scroll-margin-top:3.5rem}
dl{display:grid;grid-template-columns:minmax(0,1fr);margin:1.25rem 0 0}
dt{font-weight:600}
dd{margin:0 0 .75rem;overflow-wrap:anywhere;color:var(--muted)}
@media (max-width:40rem){
th,td{padding-inline:.5rem}
svg.roomy{display:none}
svg.narrow{display:block}
}
@media (min-width:40rem){
dl{grid-template-columns:max-content minmax(0,1fr);gap:.4rem 1.5rem}
dd{margin:0}
dt{max-width:14rem;overflow-wrap:anywhere}
}
@media (min-width:64rem){
body{display:grid;grid-template-columns:minmax(0,1fr) 15rem minmax(0,74rem) minmax(0,1fr);align-items:start}
header{grid-column:2/4}
nav{grid-column:2;position:sticky;top:0;max-height:100vh;overflow-y:auto;padding:2.75rem 1rem 2rem var(--margin)}
nav ol ol{display:block}
nav a{font-size:.9375rem}
@supports selector(::details-content){
nav h2{display:block}
nav summary{display:none}
nav details::details-content{content-visibility:visible;block-size:auto}
}
main{grid-column:3}
}
@media print{
:root{${variables('light')}}
html{font-size:80%}
body{display:block}
nav,.skip,.downloads,.data{display:none}
header,main{padding-inline:0}
.scroll{overflow:visible}
svg{min-width:0!important}
figure,tr{break-inside:avoid}
h2,h3,h4,figcaption,caption{break-after:avoid}
.part::details-content{content-visibility:visible;block-size:auto}
}`;
