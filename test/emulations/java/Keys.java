import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.archive.url.WaybackURLKeyMaker;

/** Prints "+" and the key of each line of standard input, or "-" where the library raises an error. Lines end with LF only. */
public class Keys {
    public static void main(String[] args) throws Exception {
        var out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        var text = new String(System.in.readAllBytes(), StandardCharsets.UTF_8);
        var maker = new WaybackURLKeyMaker();
        for (int start = 0; start < text.length(); ) {
            int end = text.indexOf('\n', start);
            out.print(answer(maker, text.substring(start, end)) + "\n");
            start = end + 1;
        }
        out.flush();
    }

    private static String answer(WaybackURLKeyMaker maker, String line) {
        try {
            return "+" + maker.makeKey(line);
        } catch (Exception error) {
            return "-";
        }
    }
}
