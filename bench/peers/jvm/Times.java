import crawlercommons.filters.basic.BasicURLNormalizer;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import urlsieve.Urlsieve;

/** {@code Times LIST}: prints rows as JSON: way, what it computes, and for each warm round the nanoseconds of CPU a URL. */
final class Times {
    private static final int WARM_UP = 5;
    private static final int ROUNDS = 5;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private interface Way {
        String of(String url) throws Exception;
    }

    private Times() {}

    public static void main(String[] arguments) throws Exception {
        List<String> urls = Files.readAllLines(Path.of(arguments[0]));
        BasicURLNormalizer commons = new BasicURLNormalizer();
        System.out.println("["
                + String.join(",",
                        row("Java Urlsieve.normalize", "RFC 3986", urls, new Urlsieve()::normalize),
                        row("Java Urlsieve.key, crawl@1", "the key of a page", urls, new Urlsieve("crawl@1")::key),
                        row("Java crawler-commons", "Nutch's form", urls, commons::filter),
                        row("Java java.net.URI.normalize", "dot-segments alone", urls, url -> new URI(url).normalize().toString()))
                + "]");
    }

    private static String row(String name, String form, List<String> urls, Way way) {
        List<String> times = new ArrayList<>();
        for (int round = -WARM_UP; round < ROUNDS; ++round) {
            double time = time(urls, way);
            if (round >= 0) times.add(Double.toString(time));
        }
        return "[\"" + name + "\",\"" + form + "\",[" + String.join(",", times) + "]]";
    }

    private static double time(List<String> urls, Way way) {
        long start = THREADS.getCurrentThreadCpuTime();
        for (String url : urls) {
            try {
                way.of(url);
            } catch (Exception error) {
                continue; // What it refuses takes its time, too.
            }
        }
        return (double) (THREADS.getCurrentThreadCpuTime() - start) / urls.size();
    }
}
