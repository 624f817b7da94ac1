/** The style of the segment browser, on top of that of the page. */

export const browserStyle = (): string => `.browser-figure{grid-column:1/-1}
.browser:focus{outline:none}
.browser :is(select,input,button){font:inherit;color:inherit}
.browser :is(select,input:not([type=checkbox]),button){min-height:2.125rem;padding:.2rem .5rem;background:var(--surface);border:1px solid var(--axis);border-radius:4px;max-width:100%}
.browser button{padding-inline:.75rem;cursor:pointer}
.browser button:hover{border-color:var(--accent);color:var(--accent)}
.browser button[aria-disabled]{color:var(--muted);border-color:var(--line);cursor:default}
.browser .controls{font-size:.875rem;display:grid;gap:.75rem;padding:1rem;background:var(--raised);border-radius:6px}
.browser .group{display:flex;flex-wrap:wrap;align-items:end;gap:.6rem .75rem}
.browser .field{display:grid;gap:.15rem;min-width:0}
.browser .field label{font-size:.8125rem;color:var(--muted)}
.browser .field label::first-letter{text-transform:uppercase}
.browser .field select{max-width:14rem}
.browser .search{flex:1 1 14rem;max-width:28rem}
.browser .bound input{width:6.5rem}
.browser .check{display:flex;align-items:center;gap:.4rem;min-height:2.125rem}
.browser .check input{width:1.05rem;height:1.05rem;margin:0;accent-color:var(--accent)}
.browser .problem{flex-basis:100%;margin:0}
.browser .problem:empty{display:none}
.browser [aria-invalid]{border-width:2px}
.browser .below{display:flex;flex-wrap:wrap;align-items:center;gap:.25rem 1.5rem;margin-top:1rem;font-size:.875rem;color:var(--muted)}
.browser .below>p{margin:0}
.browser .results{font-size:1rem;font-weight:650;color:var(--ink)}
.browser .exports button{min-height:1.75rem;padding:.05rem .55rem;font-size:.8125rem;color:var(--accent);border-color:var(--line)}
.browser kbd{font:inherit;font-size:.8125rem;display:inline-block;min-width:1.5rem;padding:0 .35rem;text-align:center;color:var(--ink);border:1px solid var(--line);border-bottom-width:2px;border-radius:4px}
.browser .keys{display:flex;flex-wrap:wrap;gap:.25rem .9rem}
.browser .help[open]{flex:0 0 100%}
.browser .help dl{margin-top:.5rem;gap:.25rem 1rem}
.browser .help dd{margin:0}
.browser .help dt{font-weight:400}
.browser .panes{display:grid;gap:1.5rem;margin-top:1rem}
.browser .list{min-width:0}
.browser .rows{position:relative;list-style:none;margin:0;padding:0;max-height:21rem;overflow-y:auto;border:1px solid var(--line);border-radius:6px}
.browser .rows:empty{display:none}
.browser .rows li+li{border-top:1px solid var(--grid)}
.browser .rows a{display:block;padding:.5rem .75rem .55rem;color:inherit;text-decoration:none;border-inline-start:3px solid transparent}
.browser .rows a:hover{background:var(--raised)}
.browser .rows a:focus-visible{outline-offset:-2px}
.browser .rows a[aria-current]{background:var(--raised);border-inline-start-color:var(--accent)}
.browser .row-head{display:flex;align-items:baseline;gap:.6rem;font-size:.8125rem;color:var(--muted);font-variant-numeric:tabular-nums}
.browser .number{font-weight:650;color:var(--ink)}
.browser .label{overflow:hidden;text-overflow:ellipsis;white-space:nowrap;min-width:0}
.browser .difference{margin-inline-start:auto;color:var(--ink)}
.browser .bar{flex:none;align-self:center;width:3.5rem;height:.5rem;position:relative;border-radius:2px;background:linear-gradient(var(--axis),var(--axis)) 50% 0/1px 100% no-repeat}
.browser .bar span{position:absolute;top:.0625rem;bottom:.0625rem}
.browser .less{right:50%;background:var(--c1)}
.browser .more{left:50%;background:var(--c2)}
.browser .start{display:block;margin-top:.1rem;font-size:.875rem;line-height:1.4;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.browser .pager{display:flex;align-items:center;justify-content:space-between;gap:.5rem;margin-top:.5rem;font-size:.8125rem;color:var(--muted)}
.browser .pager[hidden]{display:none}
.browser .detail{min-width:0;padding-top:0}
.browser .detail-head{display:flex;flex-wrap:wrap;align-items:center;gap:.25rem .75rem}
.browser .place,.browser .origin{font-size:.875rem;color:var(--muted);font-variant-numeric:tabular-nums}
.browser .origin{margin:.15rem 0 0}
.browser .steps{margin-inline-start:auto;font-size:.875rem}
.browser .legend{list-style:none;display:flex;flex-wrap:wrap;gap:.1rem 1.1rem;margin:.75rem 0 0;padding:0;font-size:.8125rem;color:var(--muted)}
.browser .legend :is(span,del){color:var(--ink)}
.browser .given,.browser .output{margin-top:1rem;padding-inline-start:.85rem;border-inline-start:2px solid var(--grid)}
.browser .chosen{border-inline-start-color:var(--accent)}
.browser :is(.given,.output) :is(h3,h4,h5,h6){font-size:.8125rem;font-weight:600;letter-spacing:0;color:var(--muted)}
.browser .output-head{display:flex;flex-wrap:wrap;align-items:baseline;gap:0 1rem}
.browser .output .system{font-size:.9375rem;font-weight:650;color:var(--ink);overflow-wrap:anywhere}
.browser .letter{display:inline-block;min-width:1.35rem;padding:0 .3rem;margin-inline-end:.15rem;text-align:center;font-size:.8125rem;line-height:1.35rem;border:1px solid var(--axis);border-radius:4px}
.browser .a{border-bottom:3px solid var(--c1)}
.browser .b{border-bottom:3px solid var(--c2)}
.browser .scores,.browser .found{margin:0;font-size:.8125rem;color:var(--muted);font-variant-numeric:tabular-nums}
.browser .score{display:inline-block;margin-inline-end:.6rem}
.browser .score.chosen{color:var(--ink);font-weight:650}
.browser .text{margin:.2rem 0;max-width:52rem;line-height:1.85;font-size:1.0625rem;white-space:pre-wrap;overflow-wrap:anywhere}
.browser .given .text{line-height:1.55}
.browser :is(.m1,.m2,.m3,.m4){text-decoration:underline;text-decoration-color:var(--c3);text-underline-offset:.28em;text-decoration-skip-ink:none}
.browser .m1{text-decoration-style:dotted;text-decoration-thickness:2px}
.browser .m2{text-decoration-style:dashed;text-decoration-thickness:1.5px}
.browser .m3{text-decoration-style:solid;text-decoration-thickness:1px}
.browser .m4{text-decoration-style:solid;text-decoration-thickness:3px}
.browser .m0{background:color-mix(in srgb,var(--c4) 13%,var(--surface));border-radius:3px;box-decoration-break:clone;-webkit-box-decoration-break:clone}
.browser del{color:var(--muted);font-size:.9em;text-decoration:line-through 1px}
::highlight(found){background-color:var(--accent);color:var(--surface)}
.browser .printed{display:none}
.browser-figure noscript td{white-space:normal;min-width:5rem;vertical-align:top}
.browser-figure noscript td.left{min-width:16rem}
.browser .fold{display:none}
@media (pointer:coarse){
.browser .fold{display:block;margin-bottom:.75rem}
.browser .fold::before{content:"▸ ";content:"▸ "/""}
.browser .fold[aria-expanded=true]::before{content:"▾ ";content:"▾ "/""}
.browser .controls.folded,.browser .by-key{display:none}
.browser :is(select,input:not([type=checkbox]),button){min-height:2.75rem}
.browser .check{min-height:2.75rem}
}
@media (max-width:40rem){
.browser .controls{padding:.75rem}
.browser .field{flex:1 1 7rem}
.browser .field :is(select,input){width:100%;max-width:none}
.browser .search{flex-basis:100%}
}
@media (min-width:64rem){
.browser .panes{grid-template-columns:minmax(15rem,19rem) minmax(0,1fr);gap:2rem;align-items:start}
.browser .list{position:sticky;top:1rem}
.browser .rows{max-height:max(20rem,calc(100vh - 8rem))}
}
@media print{
.browser-figure{break-inside:auto}
.browser>:not(.printed){display:none}
.browser .printed{display:block}
.browser .printed>section{padding-top:1.5rem}
.browser :is(.given,.output){break-inside:avoid}
}`;
