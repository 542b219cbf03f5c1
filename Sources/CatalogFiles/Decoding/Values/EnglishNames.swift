/// English names of CLDR 49, written by `.ci/languages`; do not edit.
enum EnglishNames {
  /// Codes of regions, with the names in small letters.
  static let countries = """
    AC=ascension island;AD=andorra;AE=united arab emirates;AF=afghanistan;AG=antigua & barbuda;\
    AI=anguilla;AL=albania;AM=armenia;AO=angola;AQ=antarctica;AR=argentina;AS=american samoa;\
    AT=austria;AU=australia;AW=aruba;AZ=azerbaijan;BA=bosnia & herzegovina;BB=barbados;\
    BD=bangladesh;BE=belgium;BF=burkina faso;BG=bulgaria;BH=bahrain;BI=burundi;BJ=benin;\
    BM=bermuda;BN=brunei;BO=bolivia;BQ=caribbean netherlands;BR=brazil;BS=bahamas;BT=bhutan;\
    BV=bouvet island;BW=botswana;BY=belarus;BZ=belize;CA=canada;CC=cocos (keeling) islands;\
    CD=congo - kinshasa;CF=central african republic;CG=congo - brazzaville;CH=switzerland;\
    CK=cook islands;CL=chile;CM=cameroon;CN=china;CO=colombia;CP=clipperton island;CQ=sark;\
    CR=costa rica;CU=cuba;CV=cape verde;CX=christmas island;CY=cyprus;CZ=czechia;DE=germany;\
    DG=diego garcia;DJ=djibouti;DK=denmark;DM=dominica;DO=dominican republic;DZ=algeria;\
    EA=ceuta & melilla;EC=ecuador;EE=estonia;EG=egypt;EH=western sahara;ER=eritrea;ES=spain;\
    ET=ethiopia;EU=european union;EZ=eurozone;FI=finland;FJ=fiji;FK=falkland islands;\
    FM=micronesia;FO=faroe islands;FR=france;GA=gabon;GB=united kingdom;GD=grenada;GE=georgia;\
    GF=french guiana;GG=guernsey;GH=ghana;GI=gibraltar;GL=greenland;GM=gambia;GN=guinea;\
    GP=guadeloupe;GQ=equatorial guinea;GR=greece;GS=south georgia & south sandwich islands;\
    GT=guatemala;GU=guam;GW=guinea-bissau;GY=guyana;HK=hong kong sar china;\
    HM=heard island & mcdonald islands;HN=honduras;HR=croatia;HT=haiti;HU=hungary;\
    IC=canary islands;ID=indonesia;IE=ireland;IL=israel;IM=isle of man;IN=india;\
    IO=british indian ocean territory;IQ=iraq;IR=iran;IS=iceland;IT=italy;JE=jersey;JM=jamaica;\
    JO=jordan;JP=japan;KE=kenya;KG=kyrgyzstan;KH=cambodia;KI=kiribati;KM=comoros;\
    KN=st. kitts & nevis;KP=north korea;KR=south korea;KW=kuwait;KY=cayman islands;KZ=kazakhstan;\
    LA=laos;LB=lebanon;LC=st. lucia;LI=liechtenstein;LK=sri lanka;LR=liberia;LS=lesotho;\
    LT=lithuania;LU=luxembourg;LV=latvia;LY=libya;MA=morocco;MC=monaco;MD=moldova;ME=montenegro;\
    MF=st. martin;MG=madagascar;MH=marshall islands;MK=north macedonia;ML=mali;\
    MM=myanmar (burma);MN=mongolia;MO=macao sar china;MP=northern mariana islands;MQ=martinique;\
    MR=mauritania;MS=montserrat;MT=malta;MU=mauritius;MV=maldives;MW=malawi;MX=mexico;\
    MY=malaysia;MZ=mozambique;NA=namibia;NC=new caledonia;NE=niger;NF=norfolk island;NG=nigeria;\
    NI=nicaragua;NL=netherlands;NO=norway;NP=nepal;NR=nauru;NU=niue;NZ=new zealand;OM=oman;\
    PA=panama;PE=peru;PF=french polynesia;PG=papua new guinea;PH=philippines;PK=pakistan;\
    PL=poland;PM=st. pierre & miquelon;PN=pitcairn islands;PR=puerto rico;\
    PS=palestinian territories;PT=portugal;PW=palau;PY=paraguay;QA=qatar;QO=outlying oceania;\
    RO=romania;RS=serbia;RU=russia;RW=rwanda;SA=saudi arabia;SB=solomon islands;SC=seychelles;\
    SD=sudan;SE=sweden;SG=singapore;SH=st. helena, ascension & tristan da cunha;SI=slovenia;\
    SJ=svalbard & jan mayen;SK=slovakia;SL=sierra leone;SM=san marino;SN=senegal;SO=somalia;\
    SR=suriname;SS=south sudan;SV=el salvador;SX=sint maarten;SY=syria;SZ=eswatini;\
    TA=tristan da cunha;TC=turks & caicos islands;TD=chad;TF=french southern and antarctic lands;\
    TG=togo;TH=thailand;TJ=tajikistan;TK=tokelau;TL=timor-leste;TM=turkmenistan;TN=tunisia;\
    TO=tonga;TT=trinidad & tobago;TV=tuvalu;TW=taiwan;TZ=tanzania;UA=ukraine;UG=uganda;\
    UM=u.s. outlying islands;UN=united nations;US=united states;UY=uruguay;UZ=uzbekistan;\
    VA=vatican city;VC=st. vincent & grenadines;VE=venezuela;VG=british virgin islands;\
    VI=u.s. virgin islands;VN=vietnam;VU=vanuatu;WF=wallis & futuna;WS=samoa;XA=pseudo-accents;\
    XB=pseudo-bidi;XK=kosovo;YE=yemen;YT=mayotte;ZA=south africa;ZM=zambia;ZW=zimbabwe;\
    ZZ=unknown region;
    """

  /// Codes of languages, with the names in small letters.
  static let languages = """
    aa=afar;ab=abkhazian;ae=avestan;af=afrikaans;ak=akan;am=amharic;an=aragonese;ar=arabic;\
    as=assamese;av=avaric;ay=aymara;az=azerbaijani;ba=bashkir;be=belarusian;bg=bulgarian;\
    bi=bislama;bm=bambara;bn=bangla;bo=tibetan;br=breton;bs=bosnian;ca=catalan;ce=chechen;\
    ch=chamorro;co=corsican;cr=cree;cs=czech;cu=church slavic;cv=chuvash;cy=welsh;da=danish;\
    de=german;dv=divehi;dz=dzongkha;ee=ewe;el=greek;en=english;eo=esperanto;es=spanish;\
    et=estonian;eu=basque;fa=persian;ff=fula;fi=finnish;fj=fijian;fo=faroese;fr=french;\
    fy=western frisian;ga=irish;gd=scottish gaelic;gl=galician;gn=guarani;gu=gujarati;gv=manx;\
    ha=hausa;he=hebrew;hi=hindi;ho=hiri motu;hr=croatian;ht=haitian creole;hu=hungarian;\
    hy=armenian;hz=herero;ia=interlingua;id=indonesian;ie=interlingue;ig=igbo;ii=sichuan yi;\
    ik=inupiaq;io=ido;is=icelandic;it=italian;iu=inuktitut;ja=japanese;jv=javanese;ka=georgian;\
    kg=kongo;ki=kikuyu;kj=kuanyama;kk=kazakh;kl=kalaallisut;km=khmer;kn=kannada;ko=korean;\
    kr=kanuri;ks=kashmiri;ku=kurdish;kv=komi;kw=cornish;ky=kyrgyz;la=latin;lb=luxembourgish;\
    lg=ganda;li=limburgish;ln=lingala;lo=lao;lt=lithuanian;lu=luba-katanga;lv=latvian;\
    mg=malagasy;mh=marshallese;mk=macedonian;ml=malayalam;mn=mongolian;mr=marathi;ms=malay;\
    mt=maltese;my=burmese;na=nauru;nd=north ndebele;ne=nepali;ng=ndonga;nl=dutch;\
    nn=norwegian nynorsk;no=norwegian;nr=south ndebele;nv=navajo;ny=nyanja;oc=occitan;oj=ojibwa;\
    om=oromo;or=odia;os=ossetic;pa=punjabi;pi=pali;pl=polish;ps=pashto;pt=portuguese;qu=quechua;\
    rm=romansh;rn=rundi;ro=romanian;ru=russian;rw=kinyarwanda;sa=sanskrit;sc=sardinian;sd=sindhi;\
    se=northern sami;sg=sango;sh=serbo-croatian;si=sinhala;sk=slovak;sl=slovenian;sm=samoan;\
    sn=shona;so=somali;sq=albanian;sr=serbian;ss=swati;st=southern sotho;su=sundanese;sv=swedish;\
    sw=swahili;ta=tamil;te=telugu;tg=tajik;th=thai;ti=tigrinya;tk=turkmen;tl=tagalog;tn=tswana;\
    to=tongan;tr=turkish;ts=tsonga;tt=tatar;tw=twi;ty=tahitian;ug=uyghur;uk=ukrainian;ur=urdu;\
    uz=uzbek;ve=venda;vi=vietnamese;wa=walloon;wo=wolof;xh=xhosa;yi=yiddish;yo=yoruba;za=zhuang;\
    zh=chinese;zu=zulu;
    """
}
