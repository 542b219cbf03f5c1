/// Tables of CLDR 49, written by `.ci/languages`; do not edit.
enum LanguageTable {
  static let version = "49"

  /// The likely script, and the languages that have it. Others have Latn.
  static let scripts = """
    Aghb: xag Ahom: aho Arab: aao abh abv acm acq acw acx adf aeb aec aee aeq afb aib aiq apc apd \
    ar arq ars ary arz ask atn auj auz avd avl ayh ayl ayn ayp azb bal bdz bej bft bgn bgp bhe \
    bhm bjm bqi brh brk bsh bsk chg cja ckb clh dcc def deh dgl dmk dml esh fa fay faz fia fub \
    gbz ggg gha ghr gig gjk gju glh glk grr gwc gwf gwt gzi hac haz hkh hnd hno hoh hrz hss isk \
    jad jat jbn jdg jnd jog kbu kby kcy kfm khw klj kmz ks ktl kvx kxp lah lki lrc lrk lrl lsa \
    lss luv luz mby mde mey mfa mfi mhj mki mnj mve mvy mzb mzn nli nlm ntz nyq odk omy oru ota \
    pbt phl phr phv plk prc prd prx ps psh psi pst qxq rdb rmt sbn scl sd sdb sdf sdg sdh sds sgr \
    sgy shd shm shu shv siy siz skr smy sqo sqt srh srz ssh sts swb tjo tks tov tra trm trw ug ur \
    ush uzs vaf vgr vmh wbk wne wni wsv xhe xka xkc xkj xkp xvi ydg zba zdj zum Armi: arc Armn: \
    axm hy hyw rmi Avst: ae Bali: kaw Bamu: bax Batk: btd btm Beng: aot as bn bpy cdz ctg der grt \
    kdq mni oak rah rkt sdr syl unr unx Bopo: hmj hmq Brah: kho pka pmh psu xtq Cakm: ccp tnv \
    Cans: cr crj crk crl crm csw iu nsk oj ojs Cari: xcr Cham: cjm Cher: chr Chrs: xco Copt: cop \
    Cprt: ecy Cyrl: ab abq ady agx akv alr alt ani aqc atv av ba be bg bhh bph bua bxm ce chm cji \
    ckt clw crh cu cv dar ddo dlg dng enf enh eve evn gdo gin gld huz inh itl jct jdt kaa kap kbd \
    kca ket khv kim kjh kk koi kpt kpy krc krk kum kv kva ky lbe lez mdf mk mn mns mrj mtm mud \
    myv ndf neg nio niv nog oaa oac omk orv os osd paq rsk ru rue rut sah sel sgh sia sjd sjt sr \
    sty tab tg tin tt tyv ude udi udm ugh uk ulc xal xas xdq xpm xrm xrn xwo yai ykg ykh ynk yrk \
    ysr yug yux zko zkz Deva: agi ahr anp anq anr aph asr awa bap bee bfb bfy bfz bgc bgd bgq bgw \
    bha bhb bhd bhi bhj bho bht bhu bix biy bjj bmj bns bpx bra brd brx btv byh byw cdh cdj cdm \
    cdn chx cih ctn daq dhi dhw doi drq dry dty duh dus dwz emg emu fmu gbk gbm gdx ghe goj gok \
    gon gra gvr gyo hi hif hlb hne hoc hoj hoy hut jee jml jnl jns jul kex kfb kfk kfp kfq kfr \
    kfs kfu kfx kfy kgj khn kif kip kjl kjo kkt kle klr kmj knn kok kra kru ksz kte kwx kyv kyw \
    kzq lae lbf lbm lbr lhm lif lmh loy luu mag mai mgp mjl mjt mjz mkb mke mr mrr mtr mut mwr \
    nao ncd ne new nll nlx nmm noe noi nwx ola oon pch pci pgg phd phw pum pwr raa rab raf raj \
    rav rji rjs rtw rwr sa sck scp sgj sjp skj soi srx suz swv syw taj tcn tdb tdg tdh tge the \
    thf thl thq thr ths tij tkb tkt ttz vah vas vav vay vjk wbr wly wme wtm xnr xsr ybh ybi Egyp: \
    egy Elym: xly Ethi: agj ahg alw am anu awn bcq bst byn dox drs gez gmv gof gru har hdy ior \
    kqy ktb mdx mdy muz mvz mym sgw stv ti tig wal wle xan zwa Geor: bbl jge ka oav sva xmf Gonm: \
    esg Goth: got Gran: oty Grek: aat bgx cpg ecr el grc pnt scx tsd uum xpg yej Gujr: cdi dhn \
    dho dub gas gbl gu Guru: pa Hang: jje okm Hani: how oko swi zch zeh zgb zgm zgn zhd zlj zln \
    zlq zqe zyg zyn zzj Hans: cdo cjy cnp cpx csp czh gan hak hnm hsn luh mnp nan sjc wuu zh \
    Hant: ltc lzh yue Hebr: aij czk hbo he huy itk iw jbe ji jpa jpr jrb jye lad lsd trg yhd yi \
    yih yud zrp Hluw: hlu Hmnp: hnj mww Ital: ett osc pgn xve Java: osi tes Jpan: ams ja yoi \
    Jurc: juc Kali: eky kvy kyu Kana: ain ryu Khar: pgd Khmr: brb km krr krv okz pcb rka smu tpu \
    xhm xkk Kits: zkt Knda: brw kfa kfd kfg kn sle tcy vmd Kore: ko Lana: cuu kkh nod stu Laoo: \
    alk brv kjg kuf lbo lo ncq nev ngt oyb pho pnx sct sqq sss tth tto Latf: gml Latg: mga Lepc: \
    lep Lina: lab Linb: gmy Lisu: lis Lyci: imy xlc Lydi: xld Mand: mid myz Mani: xmn Marc: xzh \
    Medf: dmf Merc: xmr Mlym: aaf all kev kfh mjq mjr mjv ml pcf pcg pkr udg yea Modi: omr Mong: \
    bxu mnc mvf Mroo: mro Mtei: omp Mymr: aio blk bwe csh csj dnu dnv hpo int jkp kht kjp ksu ksw \
    kvq kvt kxf kxk mnw mwt my obr omx pce phk pll pwo pyx rbb rki rmz shn tco tjl tvn yin zkn \
    Narb: xna Newa: nwc Nkoo: nqo Ogam: pgl xpi Olck: sat Orkh: otk Orya: bdv bfw dso dwk gaq gbj \
    gdb jun juy or peg rei spv uki xis zrg Osge: osa Ougr: oui Pauc: ctd Phli: pal Phnx: obm phn \
    Plrd: hmd ktp lpo sfm ygp yna ysy ywq ywu Prti: xpr Rjng: abl Rohg: rhg Runr: non nrn sxu \
    Samr: sam smp Sarb: xsa Saur: saz Seal: och Sgnw: ase Sidt: xsd Sinh: si Sogd: sog Sora: srb \
    Soyo: cmg Syrc: aii amw bhn bjf hrt kqd lhs oar syc syn syr tmr Tagb: tbk Takr: hii jna scu \
    Tale: tdd thi Talu: khb Taml: bfq ctt cty era iru kfe kfi muv ta tcx vaa xua xub xuj Tang: \
    txg Tavt: blt soa tyr Telu: cde gau key kfc lmn mju nit ort pcj te wbq wsg yeu Tfng: cnu gho \
    shi tda zen zgh Thaa: dv Thai: bzi cbn cog kdt khf kjt kxm lcp lwl lwm mkm mlf mpz mra nyl \
    nyw pht phu prt pww skb sou th thm tts ugo urk yoy Tibt: adx bfu bkk bo bro cgk cna dka dre \
    dz dzl ght goe jda jya kbg kgy khg kjz kkf lbj lkh luk lya muk neh npb ole otb sbu sgt sip \
    spt tgf tsj twm xkf zau Tnsa: nst Toto: txo Ugar: uga Vaii: vai Wcho: nnp Xpeo: peo Xsux: akk \
    hit htx nei oht Yiii: ii nos nsd nsf nsv nty smh yig yiv ysd ysn ysp
    """

  /// The likely script of languages in a region.
  static let scriptsOfRegions = """
    Arab: az-IQ az-IR ha-CM ha-SD kk-AF kk-CN kk-IR kk-MN ku-IQ ku-IR ku-LB ky-CN ms-CC pa-PK \
    tg-PK uz-AF Cyrl: az-RU ku-AM ku-AZ ku-GE ku-TM pnt-RU ug-KZ ug-MN uz-CN Deva: pi-IN sd-IN \
    unr-NP Geor: lzz-GE Hans: yue-CN Hant: hak-TW nan-MO nan-TW zh-AU zh-BN zh-GB zh-GF zh-HK \
    zh-ID zh-MO zh-PA zh-PF zh-PH zh-SR zh-TH zh-TW zh-US zh-VN Latn: abq-TR ky-TR mey-SN pnt-TR \
    sr-ME sr-RO sr-TR Mong: mn-CN Mymr: pi-MM Sinh: pi-LK Tale: stu-CN Thai: pi-TH
    """

  /// The likely region, and the languages that have it.
  static let regions = """
    001: eo ia io isv jbo tok vo AF: ps AL: sq AM: hy AU: wbp AZ: az BA: bs BD: bn ccp BE: wa BG: \
    bg BI: rn BJ: blo BR: hrx kgp pt yrl BT: dz BY: be CA: csw iu mic moh oka CD: ln lu CF: sg \
    CH: gsw rm wae CL: arn CM: agq bas bss dua ewo jgo ken kkj ksf mgo mua nmg nnh yav CN: bo ii \
    ug za zh CV: kea CW: pap CZ: cs DE: de dsb frr hsb ksh nds DK: da DZ: kab EE: et ie EG: ar \
    cop ER: byn ssy tig ES: an ast ca es eu gl ET: aa am gez om sid ti wal FI: fi smn sms FO: fo \
    FR: br co fr oc GB: cy gd kw pi GE: ab ka os GH: ak ee gaa GL: kl GN: nqo sus GR: el GT: kek \
    quc HK: yue HR: hr HT: ht HU: hu ID: bew id jv su IE: ga IL: he IM: gv IN: as bgc bho brx doi \
    gu hi kn kok ks kxv mai ml mni mr mrh or pa raj sa sat ta te xnr IQ: ckb syr IR: bqi fa lrc \
    mzn sdh IS: is IT: fur it lij lld lmo mhn pms sc scn vec JP: ja KE: dav ebu guz kam ki kln \
    luo luy mas mer saq KG: ky KH: km KR: ko KZ: kk LA: lo LK: si LR: kpe vai LT: lt sgs LU: lb \
    LV: ltg lv MA: ary rif shi tzm zgh MG: mg MK: mk ML: bm khq ses MM: my rhg shn MN: mn MT: mt \
    MU: mfe MV: dv MW: ny MY: ms MZ: mgh seh vmw NA: naq NE: dje twq NG: ann cch ha ig kaj kcg \
    pcm yo NL: fy nl NO: nb nn no se NP: ne suz NZ: mi PE: qu PG: tpi PH: ceb fil PK: bal bgn brh \
    sd skr trw ur PL: pl prg szl PY: gn RO: ro RS: sr RU: ady ba bua ce cu cv kbd mdf myv ru sah \
    tt tyv xdq RW: rw SB: pis SE: sma smj sv SI: sl SK: sk SN: dyo ff wo SO: so SS: nus SY: apc \
    TH: th TJ: tg TM: tk TO: to TR: ku lzz tr TW: trv TZ: asa bez jmc kde ksb lag rof rwk sbp sw \
    vun UA: uk yi UG: cgg lg nyn teo xog US: cad cho chr cic en haw hnj lkt mus mww nv osa UZ: \
    kaa uz VA: la VN: blt vi ZA: af nr nso ss st tn ts ve xh zu ZM: bem ZW: nd sn
    """

  /// The likely region of languages in a script.
  static let regionsOfScripts = """
    AF: uz-Arab AM: ku-Cyrl BG: cu-Glag CN: kk-Arab ky-Arab mn-Mong yue-Hans GB: en-Shaw GE: \
    ku-Yezi lzz-Geor GN: ff-Adlm IN: pi-Deva sd-Deva sd-Khoj sd-Sind IQ: ku-Arab IR: az-Arab KZ: \
    ug-Cyrl LA: hnj-Hmng LK: pi-Sinh MM: pi-Mymr PK: pa-Arab tg-Arab TH: pi-Thai TR: ky-Latn TW: \
    zh-Bopo zh-Hanb zh-Hant
    """

  /// `parentLocales`, and what `yue` is read for.
  static let parents = """
    en-001: en-150 en-AG en-AI en-AU en-BB en-BM en-BS en-BW en-BZ en-CC en-CK en-CM en-CX en-CY \
    en-DG en-DM en-ER en-FJ en-FK en-FM en-GB en-GD en-GG en-GH en-GI en-GM en-GS en-GY en-HK \
    en-ID en-IE en-IL en-IM en-IN en-IO en-JE en-JM en-KE en-KI en-KN en-KY en-LC en-LR en-LS \
    en-MG en-MO en-MS en-MT en-MU en-MV en-MW en-MY en-NA en-NF en-NG en-NR en-NU en-NZ en-PG \
    en-PK en-PN en-PW en-RW en-SB en-SC en-SD en-SG en-SH en-SL en-SS en-SX en-SZ en-TC en-TK \
    en-TO en-TT en-TV en-TZ en-UG en-VC en-VG en-VU en-WS en-ZA en-ZM en-ZW en-150: en-AT en-BE \
    en-CH en-CZ en-DE en-DK en-EE en-ES en-FI en-FR en-GE en-HU en-IT en-LT en-LV en-NL en-NO \
    en-PL en-PT en-RO en-SE en-SI en-SK en-UA en-IN: hi-Latn es-419: es-AR es-BO es-BR es-BZ \
    es-CL es-CO es-CR es-CU es-DO es-EC es-GT es-HN es-JP es-MX es-NI es-PA es-PE es-PR es-PY \
    es-SV es-US es-UY es-VE no: nb nn no-NO pt-PT: pt-AO pt-CH pt-CV pt-FR pt-GQ pt-GW pt-LU \
    pt-MO pt-MZ pt-ST pt-TL zh-Hans-CN: yue-Hans zh-Hant-HK: yue-Hant zh-Hant-MO
    """

  /// `languageAlias`: what is meant, and its other codes.
  static let aliases = """
    aa: aar aas: aam ab: abk acn: xia adx: pcr ae: ave aeb: ajt af: afr ak: aka tw twi am: amh \
    ami: ais amq: elp an: arg aog: myd aou: gio apc: ajp apf: agp aqd: dkl aqt: sap ar: ara arb \
    as: asm av: ava ay: aym ayr az: aze azj azd: nln ba: bak bal: bcc bcg: bgm be: bel beb: btb \
    bfy: ppa bg: bul bho: bh bih bi: bis bik: bcl bir: bic bjp: tgg bm: bam bmf: krm bn: ben bnc: \
    lbk bo: bod tib bpp: nxu br: bre bs: bos bua: bxr bzc: bjq ca: cat cax: xba cbr: nom ce: che \
    ch: cha chm: mhr cir: meg cmr: cka co: cos cr: cre cwd crr: pmk cs: ces cze cu: chu cv: chv \
    cy: cym wel da: dan dbt: dwl de: deu ger del: umu den: xsl dev: gav dgl: kzh dif: dit din: \
    dik dmw: mwd xrq dnj: daf doi: dgo drl: bjd dtd: noo dtp: ktr kzj kzt tdu duz: guv dv: div \
    dwu: duj dz: adp dzo dze: djl ebk: bkb ee: ewe eko: nte el: ell gre ema: uok emx: rmr en: eng \
    enl: leg enm: yol eo: epo es: spa esg: ggo et: ekk est eu: baq eus eza: izi fa: fas per pes \
    fa-AF: drw prs tnf fbl: bhk ff: fuc ful fi: fin fil: tgl tl fj: fij fo: fao fr: fra fre fy: \
    fry ga: gle gal: ilw gba: gya gd: gla gdj: kvs gl: glg gll: nbx gn: grn gug gon: gno grb: gbo \
    gtu: ggr gu: guj prp gv: glv gvr: ggn ha: hau hai: hdn he: heb iw hi: hin hle: sca hmn: hea \
    ho: hmo hr: hrv scr ht: hat hu: hun huw: pmc hy: arm hye hz: her ia: ina iba: blg snb id: in \
    ind ie: ile ig: ibo ii: iii ik: esk ipk ilm: ill io: ido is: ice isl isk: sgl it: ita itd: \
    tid iu: ike iku ja: jpn jal: hrr jbk: mgx jgk: jar jkm: kpp jrb: aju jv: jav jw ka: geo kat \
    kak: tne kdz: ncp kg: kng kon ki: kik kj: kua kjh: zkb kk: kaz kl: kal kln: spy km: khm kmb: \
    smd kml: kgh kn: kan ko: kor kok: gom kpe: xpe kr: kau knc kru: kxl ks: kas ksp: lak ktz: aue \
    ku: kmr kur kv: kom kpv kw: cor kwv: koj kxr: pat ky: kir kzk: drr gli la: lat lah: pnb lb: \
    ltz lcq: ppr lg: lug li: lim ln: lin lo: lao lrr: yma lt: lit lu: lub luy: bxk lv: lav lvs \
    man: emk mg: mlg plt mgp: mrd mh: mah mi: mao mri mk: mac mkd ml: mal mn: drh khk mon mom: \
    cjr mr: mar mrh: shl mry: mst myt ms: may msa zsm mt: mlt mtm: ymt mwr: dhd my: bur mya na: \
    nau nb: nob nbr: nns ncq: kgd nd: nde ne: nep npi ng: ndo ngt: llo ngv: nnx njz: dap nl: dut \
    nld nn: nno no: nor nol: wit nr: nbl nrk: nlr nru: nbf nun: ayx nv: nav nvo: baz nwo: wiw ny: \
    nya nyc: gti oc: oci oj: ojg oji ola: thw om: gaz orm opa: ibi or: ori ory os: oss oyb: jeg \
    skk thx pa: pan phr: pmu pi: pli pij: coy nts pl: pol plu: kgm prt: pry ps: pbu pus pt: por \
    pub: puz qu: que quz quh: cqu raj: mup raq: lii ras: tie rki: ccq ybd rm: roh rmx: lmm rn: \
    run ro: mo mol ron rum rom: rmy ru: rus rw: kin sa: cls san sc: src srd scv: zir sd: snd se: \
    sme sg: sag sgd: sul si: sin sk: slk slo sl: slv sm: smo sn: sna snz: asd so: som sq: alb als \
    sqi sqm: dek sr: scc srp sr-Latn: hbs sh sr-ME: cnr srx: him ss: ssw st: sot su: sun suj: xsj \
    sv: swe sw: swa swh sw-CD: swc syr: cld ta: tam taj: tsf tdf: kgc tdg: tmk te: tel tg: tgk \
    th: tha ti: tir tk: tuk tmh: ttq tn: tsn to: ton tpn: tpw tpo: thc tr: tur ts: tso tt: tat \
    tvd: kxe twm: tkk ty: tah tyj: tmp ug: uig uk: ukr ulw: sum umi: szd ur: urd uth: dud uz: uzb \
    uzn vaj: gfx mwj oun ve: ven vi: vie vo: vol wa: wln waw: xkh weo: tlw wgb: wgw wnn: mnt wny: \
    gbc wo: wol wro: unp xch: cmk xh: xho xnt: mof xny: nad yam: kwq yi: ji ydd yid ynq: yen yo: \
    yor yrm: yiy yug: yuu za: zha zyb zap: zai zh: chi cmn zho zkd: kdv zko: xss zom: yos zu: zul \
    zza: diq
    """

  /// `territoryAlias` of two letters with one meaning.
  static let regionAliases = """
    AQ: NQ BF: HV BJ: DY CD: ZR DE: DD EU: QU FR: FX GB: UK KI: CT MM: BU PA: PZ TL: TP UM: JT MI \
    PU WK VN: VD VU: NH YE: YD ZW: RH
    """

  /// A bit for each code that is a language, five to a byte from `0`.
  static let codes = """
    C1=<B3MHI04B0B=:400@880=L01I@4@B0D06421B6>F:6>A040031JO<G6D@170H=C3JF@6A428260182H00000200@3D\
    8GKGOA8G=>:021401A010400200010000480014001NONOKNOOOOO>KKOOM?MKNG07>EEIBK2NOOOOO@K?7@OMO?>1:8A\
    5OO?OOOGOOGOMOOOOOOOOOOK?L8MOOOOC9DE2LGOOKO?O?NMOJOOOKMO?;?3M3?HE;7O79A304O>OO9E5I11NNNOMOONO\
    OGOOOOKOOOOOOKOGOOOJ?GOK6OOOOOOOKO7OOOONOOOOMOOOOOOOGOOOOGGOKM?OGKOOOGKONOOKNMOKOOOOOGMOOONOI\
    OOOOOOOOO?GMOOOKON7OO?7OKOJLNGOONOOMOG?7M=O;LFF700KI90>8413:B010@2A000OOOGOO9H:85BEG9J0@GON>N\
    ;L:A:OL0>L6NKLONNGOA26:6400@0OOONN7H;C=GKH77N1O<L601400K20@008000<0@2004924@NOOGGKKNCG800804;\
    3CA0OKKK800000O>KL<ADLINLM?OOO?N79A0A16402<00N7>IN5;7CNJ=K>G700@00000008MDM;9@5;0H2;=?DOOOOO1\
    0000206H:30000HB279D<1=001000084292000@020000000000A800020<10100040008D@00000A:G5@01>3B<:E5EM\
    KAGA30008008@00000004H5@C0D;A>430<ND8008009@000202000004@00800A0000FNOKC308000000000000000040\
    0@800000@000000@H8E:200000002044@9A02008801500088<<00100000001878M740000000000LKL<7100@084000\
    0000000000000000LOOOOOOOOK?N05:0NOOF9NN7ML30400IFH6=A:@<>0O6NOH10J8243074HGO4IA537BMONOF5OOOO\
    O5201080021@??6OO00J142@002LOOON==D?3DO=6J600008FGL90701108GOOOO10<D00400000@00=IA@0000000002\
    020804@FNO9I0010084900@500H0;ALOGCMIA0LCKFJ20040000000E0EE?50@@000125AOK;O?:@40150@0000000420\
    0@00000004420K>N4A29080L31B700000@I@2@8B2N844@028001100542208FIJGC:G170@DI1=I2724000910D80000\
    0050IB0BEAM3>H6J5G?002002000200:A0@08008004020622@OEONK1AK9;000028@00409G5J0000004121000100HG\
    @1L48002010D1101000L19AA9BF020510221084000080<00@600000000000?<OEE@0@000010000000@8000800000N\
    LOGOOKOOOOOOONMNOG;OO?OLOOONONOGNNOKOMOOOOOOOOONOOIOO?OOOOOOOOOOOOOOMOOOMOOOGKOOOOOOOOOO?O?O?\
    OOOOGOOOOOOOOOOOOKOKOOOOOOOLO;OOOONOOKOOOOKOOOE<NGM?N2C50;NO30NOOOO?0010H@KG=H066L0OOOOO3A42H\
    LCKC7JONO8BOOOC?;N>85?MOOK7203010001@:E?8AI84<08L@A2NOOOO>0J0:@83;820040020@000@810LOOGOOONOO\
    OOOOOOOOKNOOKNOONOOOMOOOOOONKOOMOOO?KKKOIOO?NOOOKOMNGO?LGOOOONOGOOOOOGOOOOKOOOO?OOOO?OOGOOOOO\
    OKG?MONMCMOOOOOO7OOOOOOONFNO6OOMKOIOOOOMOGONOO?CNOOOOOG?OMO401B0ON?OOOGJ?O?OOKOO2G7?NOO>OGMJO\
    6OOOOOONOOOOOOOOO517=D<02OB@6GN2CNOD;O7F>=;ONONOO04D00>E89H5;=K4IOOOOG5D2BH501420@>934@124808\
    0<00000000@81<40120000684020035043O:E<;G1:93L8=FF;D>>?24042010E@@00000D:ACO?32<>B=D7ONB8<00@0\
    000009000000005020800400LONOOKNIG?JO?;1A20<H0KKG?J3140049=150BI7MAO;ONO000@06<@;2LK=COL?OG?O?\
    OO?OD?OOF2ANO140@000O;M?G866M:1<HE7NG9OK30000H@271100200@0<0I09@00000000000000000000000000000\
    00000000000000000000000000000000000000000000000000000000000000000000000000000L?MMI?5G?2I222<0\
    54JG52002000000HK??A?1@A000100040000<:K1320000@004F00201022L8308101H0314100000O?OGMA4D88HOHGD\
    0002400000008D@040208@@@0@@M:O><0000010G40@00080000400000@OKNOOONOOO?OFKOLN6K5IOONO=80202OL6M\
    EOMOO??OOMMOG@9=AOONOOLNO5OO?GOKO?OOMOGJMOO?EO?91<DB1NONOOKOJ;OONOOOE;M??OG0480>O;OO920AEH1J7\
    3C71E0;OGOOOKOOCOOOE?EOGOGOFOGOOO08HD0NOGGOGGMLOGOOOOG0=MD2K33O?ONONOMOOONNOKOG7GOOGOEK?EO50L\
    3;LNKOOOKG>MKONOOKOOO>KCANAK<OIOF;D6G>F8>ENM0DN0800880409@420000@8=3@0000800@000<B02080020001\
    041080002L2>>M6E1DJB2?;@8EFBD009000@00400000HO;?MO0F@D0A4051008800B800800000000001000040@@04N\
    KG=B08000000000000080H;00000000001000000L3:@20020040N7640082@OOCGO00510004810000000000@008<00\
    00000001000@1200000@00000000000000000000HOGOOOINC;318000@4303AIIFG0@000@158@:12101<OO8?501008\
    2001E8G>F?O<LH<LEJ3:M?MCA010000000002>G=?3D2H68DE0@H2@3M60000030@440000880AA020000@1M?N;KJ<5D\
    08090404:02B01?000000::40501814401A1B0004@OKEOO=000@N>I?O?0GI66C:?1AMO?;G00000FEH<;<CKM5J7GKN\
    E58OH0@8H80J179980D@2H0L04402@00OOOOOGIM1@108A08F800@:<5N9000002@<::010008BG3C4000001>E4@6E48\
    2=:L72HBHB:01E7>80000000000<2L2A220:340000:OK?G=30001480ID8@@184000B000000NO;OOG280F801000080\
    0016<0000000<@@A082260A0@72B00000F0B3360B94HOOOOO8A04044D>0NOOOO320000@0>2@002B0@2>KI08L00100\
    00800000000002B810201000
    """
}
