/**
 * Common English prefixes, roots and suffixes, many of them of Greek or Latin origin, for splitting words into parts.
 * Compiled for this purpose; a rough guide to how words are built, not a dictionary. Each has at least two letters.
 */
const list = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Beginnings of words: prefixes, and initial combining forms. */
export const prefixes = list(`
  ab abs ac ad aero af after agri all ambi amphi an ana andro ante anthropo anti apo aqua arch archae astro audio auto
  back be bene bi biblio bio by cardio cata centi chemo chrono circum co col com con contra cor counter cross crypto cyber
  de deca deci demi demo dia dis down dys eco ecto electro em en endo entero epi equi eu euro ex extra
  fore geo giga haemo half hecto helio hemi hemo hepta hetero hexa holo homeo homo hydro hyper hypo
  il im in infra inter intra intro ir iso kilo macro mal mega meso meta micro mid milli mini mis mono morpho multi
  nano neo neuro non ob octo off omni on ortho out over
  paleo pan para penta per peri petro phono photo physio poly post pre preter pro proto pseudo psycho pyro
  quadri quasi quint radio re retro self semi sept socio step stereo sub suf sup super supra sur sym syn
  techno tele tetra theo thermo through to trans tri turbo twi ultra un under uni up vice well with xeno
`);

/** What remains without prefix and suffix; a split that leaves one of these is preferred. */
export const roots = list(`
  act aer aesth agon alg alien alter amat ambul angl anim ann anthrop apt aqu arbitr arm art aster aud aug
  bell bibl brev cad cand cap capit card carn caust ced cede ceed ceiv cent cept cern cert chron cid cis civ claim clam clar
  claus clin clos clud clus cogn cord corp cosm crat creas cred creat cresc crit cruc crypt cub culp cult cum cur curr curs cycl
  deb dec deleg dem derm dict doc dol dom domin don dorm doub duc duct dur dynam
  electr empt enn equ erg err ethn fab fac fact fall fam fect fend fer ferr fid fig fil fin firm fix flam flat flect flex flict
  flor flu flux foli form fort found fract frag frang frater fug fund fus
  gam gen geo gest gnos grad gram grand graph grat grav greg gress
  hab hap her hes hibit hosp host hum hydr ident ign imag init insul integr
  jac jud judic junct jur just juven kine labor laps lat laud lav leas lect leg lent lev liber lig limin lin lingu liter loc log
  loqu luc lud lum lun magn man mand mani mar mark mater matr max mechan med mem ment merc merg mers meter metr migr milit min
  mini mir miss mit mob mod mon mor morph mort mot mount mov mun mut
  narr nasc nat nav necr neg nerv nect nihil noc nom nomin norm not nounc nov num nunci
  oper opt orb ord orn orth pac pact pand par pass pat path patr peac ped pel pend pens petr phan phil phob phon phot
  physi pict plac plan plaud plen plex plic plor ply poli pond pon pop port pos pot prehend press prim priv prob prov proxim
  psych pugn puls punct pur put quer quest quir quis quot rad ras rect reg rid rod rog rupt
  sacr sanct sat scend sci scop scrib script sec sect sed seg sem sens sent sequ serv sess sid sign simil sist soci sol solv
  somn son soph spec spect sper sphere spir spond sta stall stanc stant stat stell stitut strain strat strict string stru struct
  suad sum sumpt surg
  tact tain tang tect tele tempor ten tend tens tent termin terr test text the therm thesis tic tim ton tort tox tract trad
  treat trib trit trop trud trus tum turb typ umbr unct und urb vac vad vag val van var veg veh ven vent ver verb vers
  vert vict vid vig vinc vis vit viv voc vol volv vor vulg zoo
`);

/** Ends of words: endings, and final combining forms. */
export const suffixes = list(`
  able ably ac aceous acious acity acy ade age aire al ality ally ance ancy and ant ar archy ard arian arium ary ase ate ated
  ately ates athlon ating ation ational ations ative ator ators atory based cidal cide cracy crat craft cy
  dom ed edly ee eer eers el en ence ency end ened ening ent ental ently ents er ered erer ergy ering ern ers ery es ese esque ess
  est et ette ferous fold form free friendly ful fully fulness gamy genesis genic gon gram graph grapher graphic graphy
  hood ial ian ians ible ibly ic ical ically ician icide icity ics id ide ied ier ies iest ification ified ifies ify ifying ile
  ily ine iness ing ingly ings ion ional ions ious ish ism isms ist istic ists ite itis ition itious itive itor ity ium ive ively
  iveness ization ize ized izer izes izing kin kind land less lessly lessness let like ling logical logist logue logy ly
  man mancy mania maker ment mental ments meter metric metry monger mony morphic most ness nesses nomy oid oidal ology oma or
  ory ose osis ous ously ousness pathy phile philia phobe phobia phobic phone phonic phony plasty pod proof
  red ric ry scape scope scopic scopy ship ships side sion sional sions sis some sophy sphere ster teen th ties tion tional tions
  tious tude ty ual uality ually ular ulous um uous ural ure ured ures us ution vorous ward wards ware ways wide wise woman work
  worker worthy
`);
