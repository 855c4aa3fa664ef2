/// The languages in which people of a country read.
package enum CountryLanguages {
    /// The main written languages of a country, the most used first, as BCP 47 primary subtags; none for
    /// anything that is not a country.
    ///
    /// - Parameter country: ISO 3166-1 alpha-2, in either case.
    package static func languages(of country: String) -> [String] {
        table[country] ?? table[country.uppercased()] ?? []
    }

    /// Every code of ISO 3166-1 (and `XK`) with its languages; uninhabited countries have none.
    ///
    /// From the Unicode CLDR's territory information (2025): the official languages, by the number of people
    /// who use them. Added by hand: languages of regions that have newspapers of their own, and languages that
    /// are read before those that are only spoken.
    static let table: [String: [String]] = Dictionary(
        rows.split(whereSeparator: { ";\n".contains($0) }).map { row in
            let words = row.split(separator: " ").map(String.init)
            return (words[0], Array(words.dropFirst()))
        }, uniquingKeysWith: { first, _ in first })

    private static let rows = """
        AD ca es fr; AE ar en; AF fa ps; AG en; AI en; AL sq; AM hy; AO pt; AQ; AR es; AS en sm; AT de; AU en;
        AW nl pap; AX sv; AZ az; BA bs hr sr; BB en; BD bn; BE nl fr de; BF fr; BG bg; BH ar; BI fr rn; BJ fr; BL fr;
        BM en; BN ms en; BO es qu ay; BQ nl pap; BR pt; BS en; BT dz en; BV; BW en tn; BY ru be; BZ en es; CA en fr;
        CC en ms; CD fr sw ln; CF fr sg; CG fr; CH de fr it rm; CI fr; CK en; CL es; CM fr en; CN zh; CO es; CR es;
        CU es; CV pt kea; CW pap nl; CX en; CY el tr en; CZ cs; DE de; DJ fr ar; DK da; DM en; DO es; DZ ar fr;
        EC es qu; EE et ru; EG ar; EH ar; ER ti ar en; ES es ca gl eu; ET am om en; FI fi sv; FJ en fj; FK en; FM en;
        FO fo da; FR fr; GA fr; GB en cy; GD en; GE ka; GF fr; GG en; GH en; GI en es; GL kl da; GM en; GN fr; GP fr;
        GQ es fr pt; GR el; GS; GT es; GU en ch; GW pt; GY en; HK zh en; HM; HN es; HR hr; HT fr ht; HU hu; ID id;
        IE en ga; IL he ar ru en; IM en; IN hi en bn mr te ta gu ur kn ml or pa; IO en; IQ ar ku; IR fa; IS is;
        IT it de; JE en; JM en; JO ar; JP ja; KE en sw; KG ky ru; KH km; KI en gil; KM fr ar; KN en; KP ko; KR ko;
        KW ar en; KY en; KZ ru kk; LA lo; LB ar fr en; LC en; LI de; LK si ta en; LR en; LS st en; LT lt ru;
        LU fr de lb; LV lv ru; LY ar; MA ar fr; MC fr; MD ro ru; ME sr; MF fr; MG mg fr; MH en mh; MK mk sq; ML fr bm;
        MM my; MN mn; MO zh pt; MP en; MQ fr; MR ar fr; MS en; MT mt en; MU fr en; MV dv en; MW en ny; MX es;
        MY ms en zh ta; MZ pt; NA en af de; NC fr; NE fr ha; NF en; NG en ha yo ig; NI es; NL nl; NO nb no nn; NP ne;
        NR en na; NU en; NZ en mi; OM ar en; PA es; PE es qu; PF fr ty; PG en tpi; PH en fil; PK ur en; PL pl; PM fr;
        PN en; PR es en; PS ar; PT pt; PW en pau; PY es gn; QA ar en; RE fr; RO ro hu; RS sr hu; RU ru; RW rw en fr;
        SA ar en; SB en; SC en fr; SD ar en; SE sv; SG en zh ms ta; SH en; SI sl; SJ nb no; SK sk hu; SL en; SM it;
        SN fr wo; SO so ar; SR nl; SS en ar; ST pt; SV es; SX en nl; SY ar; SZ en ss; TC en; TD fr ar; TF; TG fr;
        TH th; TJ tg ru; TK en; TL pt tet; TM tk ru; TN ar fr; TO to en; TR tr; TT en; TV en; TW zh; TZ sw en;
        UA uk ru; UG en sw; UM en; US en es; UY es; UZ uz ru; VA it; VC en; VE es; VG en; VI en; VN vi; VU en fr bi;
        WF fr; WS sm en; XK sq sr; YE ar; YT fr; ZA en zu af xh; ZM en; ZW en sn nd;
        """
}
