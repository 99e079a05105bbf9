package urlsieve;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * For python/tests/test_jvm.py: {@code Rows FOLDER}. Line n of FOLDER/input, from 0, is read under FOLDER/n.usp. Prints its URL to fetch and
 * its key, a line each, or the code of the error.
 */
final class Rows {
    private Rows() {}

    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[0]);
        List<String> lines = Files.readAllLines(folder.resolve("input"));
        var out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        for (int row = 0; row < lines.size(); ++row) {
            var urlsieve = new Urlsieve(Files.readAllBytes(folder.resolve(row + ".usp")));
            String line = lines.get(row);
            out.print(answer(() -> urlsieve.normalize(line)) + "\n" + answer(() -> urlsieve.key(line)) + "\n");
        }
        out.flush();
    }

    private interface Form {
        String of() throws Urlsieve.UrlException;
    }

    private static String answer(Form form) {
        try {
            return form.of();
        } catch (Urlsieve.UrlException error) {
            return error.code;
        }
    }
}
