package urlsieve;

import java.io.BufferedOutputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * For python/tests/test_jvm.py: {@code Lines INPUT OUTPUT JOB...}, where a job is {@code "normalize|key|parts [PROFILE|POLICY.usp]"}, writes the
 * normal form, the key or the parts of each line, with tabs between them and "-" for none, to OUTPUT.0, OUTPUT.1 and so on, or a tab, the status and the offset. For each job, it prints the CPU
 * time of a second run in nanoseconds a line. One process has all jobs, since each start compiles the kernels again.
 */
final class Lines {
    private Lines() {}

    public static void main(String[] arguments) throws Exception {
        List<byte[]> lines = read(Path.of(arguments[0]));
        for (int job = 0; job < arguments.length - 2; ++job) run(arguments[job + 2].split(" ", 2), lines, Path.of(arguments[1] + "." + job));
    }

    private static List<byte[]> read(Path file) throws Exception {
        byte[] octets = Files.readAllBytes(file);
        List<byte[]> lines = new ArrayList<>();
        for (int start = 0, end = 0; end < octets.length; ++end) {
            if (octets[end] != '\n') continue;
            int stop = end > start && octets[end - 1] == '\r' ? end - 1 : end;
            lines.add(Arrays.copyOfRange(octets, start, stop));
            start = end + 1;
        }
        return lines;
    }

    private static void run(String[] job, List<byte[]> lines, Path file) throws Exception {
        boolean wantsKey = job[0].equals("key");
        Urlsieve urlsieve = job.length < 2 ? new Urlsieve() : make(job[1]);
        try (OutputStream output = new BufferedOutputStream(Files.newOutputStream(file))) {
            for (byte[] line : lines) {
                try {
                    if (job[0].equals("parts")) output.write(partsOf(urlsieve, new String(line, java.nio.charset.StandardCharsets.UTF_8)));
                    else output.write(wantsKey ? urlsieve.key(line) : urlsieve.normalize(line));
                } catch (Urlsieve.UrlException error) {
                    output.write(("\t" + error.status + " " + error.offset).getBytes());
                }
                output.write('\n');
            }
        }
        if (job.length < 2) checkStrings(urlsieve);
        else checkArguments();
        var thread = java.lang.management.ManagementFactory.getThreadMXBean();
        long start = thread.getCurrentThreadCpuTime();
        for (byte[] line : lines) {
            try {
                if (wantsKey) urlsieve.key(line);
                else urlsieve.normalize(line);
            } catch (Urlsieve.UrlException error) {
                continue;
            }
        }
        System.out.println((thread.getCurrentThreadCpuTime() - start) / Math.max(1, lines.size()));
    }

    private static byte[] partsOf(Urlsieve urlsieve, String line) throws Urlsieve.UrlException {
        Urlsieve.Parts parts = urlsieve.parts(line);
        var all = Arrays.asList(parts.scheme(), parts.host(), parts.port(), parts.path(), parts.query(), parts.fragment(), parts.politeness());
        return String.join("\t", all.stream().map(part -> part == null ? "-" : part).toList()).getBytes();
    }

    private static Urlsieve make(String profile) throws Exception {
        return profile.endsWith(".usp") ? new Urlsieve(Files.readAllBytes(Path.of(profile))) : new Urlsieve(profile);
    }

    private static void checkStrings(Urlsieve urlsieve) throws Exception {
        String text = "http://example.com/";
        if (urlsieve.normalize(text) != text) throw new AssertionError("a string in normal form is another string");
        if (!urlsieve.normalize("HTTP://b\u00fccher.example").equals("http://xn--bcher-kva.example/")) throw new AssertionError();
        checkFault(urlsieve, "http://\u00fc\ud83d\ude00/\ud800", 9, "ill-formed-string", 14);
        checkFault(urlsieve, "http://h:port/", -1, "invalid-port", 9);
        checkFault(new Urlsieve("whatwg@1"), "http://h:port/", -1, "invalid-port", 9);
    }

    private static void checkFault(Urlsieve urlsieve, String url, int status, String code, int offset) {
        try {
            urlsieve.normalize(url);
            throw new AssertionError(url + " has a normal form");
        } catch (Urlsieve.UrlException error) {
            if (status >= 0 && error.status != status || !error.code.equals(code) || error.offset != offset) throw new AssertionError(error);
            if (!error.getMessage().matches("The .* \\(at byte " + offset + "\\)\\.")) throw new AssertionError(error);
        }
    }

    private static void checkArguments() throws Exception {
        if (!new Urlsieve("whatwg@1").normalize("http://h/\ud800").equals("http://h/%EF%BF%BD")) throw new AssertionError();
        for (Runnable wrong : List.<Runnable>of(
                () -> new Urlsieve("crawl"),
                () -> new Urlsieve("{}".getBytes()),
                () -> new Urlsieve(new byte[0]),
                () -> new Urlsieve(new byte[99]),
                () -> new Urlsieve(new byte[1000]))) {
            try {
                wrong.run();
            } catch (IllegalArgumentException error) {
                if (!error.getMessage().matches("The .*(compiled policy|policy compile).*")) throw new AssertionError(error);
                continue;
            }
            throw new AssertionError("wrong arguments are taken");
        }
    }
}
