/// The commonest words of two languages, without accents: they say nothing even while an archive is small.
/// The archive itself shows which others are too common.
enum StopWords {
    /// The stop words of a primary language subtag; none if there is no list.
    static func of(_ language: String) -> Set<String> {
        switch language {
        case "en": english
        case "pt": portuguese
        default: []
        }
    }

    private static let english = words(
        """
        a about above after again against all also although am among an and another any anyone are aren around as at be became because
        become been before being below between both but by came can cannot come could couldn did didn different do does doesn doing don done
        down during each either else even ever every few first for found from further gave get gets getting give given go goes going good
        got great had hadn has hasn have haven having he help her here hers herself him himself his how however i if in including instead into
        is isn it its itself just keep know known last later least less let like ll made make makes making many may maybe me might mine more
        most much must my myself need needed needs never new next no nor not nothing now of off often old on once one only onto or other others
        our ours ourselves out over own part per perhaps place put quite rather re really right said same saw say says second see seen several
        shall she should shouldn since so some something soon still such sure take taken than that the their theirs them themselves then
        there these they thing things think this those though three through thus time times to together too took toward two under until up
        upon us use used using ve very want was wasn way ways we well went were weren what when where whether which while who whole whom
        whose why will with within without won work would wouldn year years yes yet you your yours yourself
        """)

    private static let portuguese = words(
        """
        a agora ai ainda alem algo alguem algum alguma algumas alguns ali ano anos antes ao aos apenas apos aquela aquelas aquele aqueles
        aqui aquilo as assim ate atraves bem boa bom cada ca coisa com como contra contudo cujo da dai dar das de dela delas dele deles
        depois desde dessa desse desta deste deve devem dez dia dias disse diz dizer do dois dos duas durante e ela elas ele eles em embora
        enquanto entao entre era eram essa essas esse esses esta estao estar estas estava este estes esteve estou eu fazer faz fez ficou
        foi fora foram forma fosse grande ha haver havia hoje ir isso isto ja la lado lhe lhes lo logo mais mas me menos mesma mesmo meu
        minha muita muito muitos na nada nao nas nem nenhum nenhuma nessa nesse nesta neste ninguem no nos nossa nosso nova novo num numa
        nunca o onde ontem os ou outra outras outro outros para parte pela pelas pelo pelos perante pode podem poder pois por porem porque
        pouco primeira primeiro propria proprio qual qualquer quando quanto quase que quem quer se segunda segundo seja sem sempre sendo ser
        sera serao seu seus sido sim so sob sobre sua suas tal tambem tanto tao te tem tempo tendo ter tera teu teve tinha tive toda todas
        todo todos tras tres tu tudo ultima ultimo um uma umas uns vai vao vez vezes voce voces vos
        """)

    private static func words(_ text: String) -> Set<String> {
        Set(text.split { $0.isWhitespace }.map(String.init))
    }
}
