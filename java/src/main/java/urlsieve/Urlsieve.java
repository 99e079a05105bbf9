package urlsieve;

import com.dylibso.chicory.compiler.MachineFactoryCompiler;
import com.dylibso.chicory.runtime.ByteArrayMemory;
import com.dylibso.chicory.runtime.ExportFunction;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.Machine;
import com.dylibso.chicory.runtime.Memory;
import com.dylibso.chicory.wasm.Parser;
import com.dylibso.chicory.wasm.WasmModule;
import com.ibm.icu.text.IDNA;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.EnumSet;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Normalizes URLs, octet for octet as the urlsieve command line does: by RFC 3986, a profile or a compiled policy. It runs the same
 * WebAssembly kernels, compiled to JVM bytecode. The first instance of a process compiles, which takes a second or more.
 *
 * <p>An instance belongs to one thread at a time. In Flink, make one in {@code open}; elsewhere, keep one in a {@link ThreadLocal}.
 *
 * <p>Areas, options and statuses are those of docs/internals/abi.md and docs/internals/crawl-abi.md.
 */
public final class Urlsieve {
    /** A URL that has no normal form. Its message says why, and where. */
    public static final class UrlException extends Exception {
        private static final long serialVersionUID = 1;
        /** Why, as in every part of urlsieve: {@code invalid-port}, {@code too-long}, … */
        public final String code;
        /** The status, one of those in docs/internals/abi.md and docs/internals/crawl-abi.md; 9 for a lone surrogate. */
        public final int status;
        /** Where the fault is, in octets of UTF-8. */
        public final int offset;

        UrlException(Fault fault, int status, int offset) {
            super(fault.sentence + " (at byte " + offset + ").", null, false, false);
            this.code = fault.code;
            this.status = status;
            this.offset = offset;
        }
    }

    /**
     * Parts of a normal form; null for one that it does not have. {@code politeness} is what a crawler waits for: the host without a final
     * dot and, unless it is the default, the port. The registrable domain takes the Public Suffix List, which Guava has:
     * {@code InternetDomainName.from(parts.host()).topPrivateDomain()}.
     */
    public record Parts(String scheme, String host, String port, String path, String query, String fragment, String politeness) {}

    /** What a status means. */
    private record Fault(String code, String sentence) {
        private static final Properties TABLE = tableOf("errors.properties");

        /** A row of the table is a code, a space and a sentence. */
        static Fault of(boolean isCore, int status) {
            String[] row = TABLE.getProperty((isCore ? "core." : "crawl.") + status).split(" ", 2);
            return new Fault(row[0], row[1]);
        }
    }

    private static final int FAILURE_AT = 132;
    private static final int ANSWER_LENGTH = 384;
    private static final int QUESTION_LENGTH = 388;
    private static final int ANSWER = 512;
    private static final int QUESTION = 1024;
    private static final int MAX_ANSWER = 254;
    private static final int QUESTION_AT = 49240;
    private static final int QUESTION_END = 49244;
    private static final int CRAWL_ANSWER = 53248;
    private static final int MAX_CRAWL_ANSWER = 16384;
    private static final int UNKNOWN_HOST = -2;

    private static final int PROGRAM_WORK = 92;
    private static final int PROGRAM_HEADER = 96;
    private static final int MAX_WORK = 1 << 28;
    private static final int INVALID_PROGRAM = 16;

    private static final int ABI_VERSION = 1;
    private static final int LEVEL_SCHEME = 16383;
    private static final int CRAWL_POLICY = 1;
    private static final int ILL_FORMED_STRING = 9;
    private static final int TOO_LONG = 10;
    private static final int NEEDS_ALABEL = 64;

    private static final int MAX_REFERENCE = 1 << 24;
    private static final int CORE_GROWTH = 4;
    private static final int CRAWL_GROWTH = 20;
    private static final int SLACK = 1024;

    /** Octets more for a program: the key of what a rewrite makes. */
    private static final int REWRITE_ROOM = 196736;

    /** Questions about names that a reference can lead to: each round of rewrites may ask. */
    private static final int MAX_QUESTIONS = 16;

    /** The codes of the parts, in their order, four bits each from the lowest. */
    private static final long PARTS = 0x9876541;

    private static final int PART_COUNT = 7;
    private static final int PART_MARGIN = 128;

    private static final int MARGIN = 128;
    private static final int PAGE = 65536;
    private static final int MIN_CAPACITY = 4096;

    /** What the URL Standard does not check: CheckHyphens and VerifyDnsLength are false. */
    private static final Set<IDNA.Error> IGNORED =
            EnumSet.of(
                    IDNA.Error.EMPTY_LABEL,
                    IDNA.Error.LABEL_TOO_LONG,
                    IDNA.Error.DOMAIN_NAME_TOO_LONG,
                    IDNA.Error.LEADING_HYPHEN,
                    IDNA.Error.TRAILING_HYPHEN,
                    IDNA.Error.HYPHEN_3_4);

    private static final IDNA UTS_46 =
            IDNA.getUTS46Instance(
                    IDNA.NONTRANSITIONAL_TO_ASCII | IDNA.NONTRANSITIONAL_TO_UNICODE | IDNA.CHECK_BIDI | IDNA.CHECK_CONTEXTJ);

    /** U+FFFD. */
    private static final byte[] REPLACEMENT = {(byte) 0xef, (byte) 0xbf, (byte) 0xbd};

    private static final String FORBIDDEN_IN_DOMAINS = forbiddenInDomains();

    /** A kernel, compiled once per process. */
    private record Compiled(WasmModule module, Function<Instance, Machine> machines) {
        static Compiled of(String name) {
            try (InputStream kernel = Urlsieve.class.getResourceAsStream(name)) {
                WasmModule module = Parser.parse(kernel);
                return new Compiled(module, MachineFactoryCompiler.compile(module));
            } catch (IOException error) {
                throw new UncheckedIOException(error);
            }
        }
    }

    /** These two are compiled when they are first used. */
    private static final class Core {
        static final Compiled KERNEL = Compiled.of("kernel.wasm");
    }

    private static final class Crawl {
        static final Compiled KERNEL = Compiled.of("crawl.wasm");
    }

    /** How to run a kernel. {@code aLabels} names the conversion of hosts beyond ASCII. */
    private record Profile(boolean isCore, int word, String aLabels, boolean replacesSurrogates, byte[] program) {
        static final Profile DEFAULT = new Profile(true, LEVEL_SCHEME, "uts46", false, new byte[0]);

        static Profile of(String id) {
            if (id.equals("rfc3986@1")) return DEFAULT;
            Properties table = tableOf("profiles.properties");
            String row = table.getProperty(id);
            if (row == null) {
                String known = String.join(", ", new TreeSet<>(table.stringPropertyNames()));
                throw new IllegalArgumentException("The profile must be one of " + known + " or the octets of a compiled policy, not " + id + ".");
            }
            String[] fields = row.split(" ", -1);
            byte[] program = Base64.getDecoder().decode(fields[3]);
            return new Profile(false, Integer.parseInt(fields[0]), fields[1], Boolean.parseBoolean(fields[2]), program);
        }
    }

    private final Profile profile;
    private final Memory memory;
    private final ExportFunction normalize;
    private final ExportFunction key;
    private final ExportFunction writePartColumns;
    private final int input;
    private int capacity;
    private int output;
    /** For a conversion of hosts that is the host parser of the URL Standard. Created when first needed. */
    private Urlsieve hostParser;

    /** By RFC 3986, the profile {@code rfc3986@1}. */
    public Urlsieve() {
        this(Profile.DEFAULT);
    }

    /** By the profile with this id: docs/reference/profiles.md. Throws IllegalArgumentException if this release does not know it. */
    public Urlsieve(String profile) {
        this(Profile.of(profile));
    }

    /** By a policy, as {@code urlsieve policy compile} wrote it. Throws IllegalArgumentException if these octets are no such policy. */
    public Urlsieve(byte[] policy) {
        this(new Profile(false, CRAWL_POLICY, "uts46", false, policy.clone()));
    }

    private Urlsieve(Profile profile) {
        this.profile = profile;
        Compiled kernel = profile.isCore ? Core.KERNEL : Crawl.KERNEL;
        // Loads from a byte array cost less than those from the ByteBuffer that is the default.
        Instance instance =
                Instance.builder(kernel.module).withMachineFactory(kernel.machines).withMemoryFactory(ByteArrayMemory::new).build();
        if (instance.export("abiVersion").apply()[0] != ABI_VERSION) throw new IllegalStateException("The kernel has another ABI.");
        instance.export("initialize").apply();
        memory = instance.memory();
        normalize = instance.export("normalize");
        key = profile.isCore ? normalize : instance.export("key");
        writePartColumns = instance.export("writePartColumns");
        int base = (int) instance.export("heapBase").apply()[0];
        input = profile.isCore || (profile.program.length == 0 && profile.word != CRAWL_POLICY) ? base : place(instance, base);
        reserve(MIN_CAPACITY);
    }

    /** Places the program at the next multiple of 4. Returns the end of what then belongs to the kernel. */
    private int place(Instance instance, int base) {
        byte[] program = profile.program;
        int start = (base + 3) & ~3;
        int work = program.length < PROGRAM_HEADER ? 0 : ByteBuffer.wrap(program).order(ByteOrder.LITTLE_ENDIAN).getInt(PROGRAM_WORK);
        int status = INVALID_PROGRAM;
        if (work >= 0 && work <= MAX_WORK) {
            growTo((long) start + Math.max(program.length, PROGRAM_HEADER) + work + MARGIN);
            memory.write(start, program);
            status = -(int) instance.export("setProgram").apply(start, program.length)[0];
        }
        if (status != 0) {
            throw new IllegalArgumentException(
                    Fault.of(false, status).sentence + ": give what urlsieve policy compile of the same release writes, not JSON.");
        }
        return start + Math.max(program.length, PROGRAM_HEADER) + work + MARGIN;
    }

    /** Returns the normal form of a URL, or the very same string if it has that form. Under a profile, this is the URL to fetch. */
    public String normalize(String url) throws UrlException {
        return formOf(url, normalize);
    }

    /** Returns the normal form of a URL in UTF-8 or any other octets, or the very same array if it has that form. */
    public byte[] normalize(byte[] url) throws UrlException {
        return formOf(url, normalize);
    }

    /** Returns what counts as the same page, to be compared and stored, never fetched: the very same string if it has that form. */
    public String key(String url) throws UrlException {
        return formOf(url, key);
    }

    /** As {@link #key(String)}, of octets. */
    public byte[] key(byte[] url) throws UrlException {
        return formOf(url, key);
    }

    /** Returns the parts of the normal form of a URL: under a profile, of the URL to fetch. */
    public Parts parts(String url) throws UrlException {
        byte[] form = formOf(encode(url), normalize);
        int offsets = (input + 3) & ~3;
        int start = offsets + 2 * Integer.BYTES;
        int ends = (start + form.length + MARGIN + 3) & ~3;
        int values = ends + 2 * PART_COUNT * Integer.BYTES;
        int size = form.length + PART_MARGIN;
        growTo((long) values + (long) PART_COUNT * size + MARGIN);
        memory.writeI32(offsets, 0);
        memory.writeI32(offsets + Integer.BYTES, form.length);
        memory.write(start, form);
        writePartColumns.apply(offsets, offsets + Integer.BYTES, start, PARTS, values, ends);
        String[] parts = new String[PART_COUNT];
        for (int part = 0; part < PART_COUNT; ++part) {
            int end = memory.readInt(ends + (2 * part + 1) * Integer.BYTES);
            if (end >= 0) parts[part] = new String(memory.readBytes(values + part * size, end), StandardCharsets.UTF_8);
        }
        return new Parts(parts[0], parts[1], parts[2], parts[3], parts[4], parts[5], parts[6]);
    }

    private String formOf(String url, ExportFunction function) throws UrlException {
        byte[] octets = encode(url);
        byte[] form = formOf(octets, function);
        return form == octets ? url : new String(form, StandardCharsets.UTF_8);
    }

    private byte[] formOf(byte[] url, ExportFunction function) throws UrlException {
        if (url.length > MAX_REFERENCE) throw fault(TOO_LONG, MAX_REFERENCE);
        reserve(url.length);
        memory.write(input, url);
        int end = run(function, url.length);
        for (int asked = 0; end == -NEEDS_ALABEL && asked < MAX_QUESTIONS; ++asked) {
            answer();
            end = run(function, url.length);
        }
        if (end == 0) return url;
        if (end < 0) throw fault(-end, memory.readInt(FAILURE_AT) - input);
        return memory.readBytes(output, end - output);
    }

    private int run(ExportFunction function, int length) {
        return (int) function.apply(profile.word, input, input + length, output)[0];
    }

    /** Gives the kernel the A-labels of the host that it asks about, or refuses it. */
    private void answer() {
        int start = profile.isCore ? 0 : memory.readInt(QUESTION_AT);
        if (start == 0) {
            answerAt(ANSWER, toAscii(memory.readBytes(QUESTION, memory.readInt(QUESTION_LENGTH))), MAX_ANSWER, 0);
        } else {
            answerAt(CRAWL_ANSWER, convert(memory.readBytes(start, memory.readInt(QUESTION_END) - start)), MAX_CRAWL_ANSWER, UNKNOWN_HOST);
        }
    }

    private void answerAt(int address, byte[] answer, int limit, int refusal) {
        boolean isRefused = answer.length == 0 || answer.length > limit;
        if (!isRefused) memory.write(address, answer);
        memory.writeI32(ANSWER_LENGTH, isRefused ? refusal : answer.length);
    }

    /** The conversion of the profile. Returns no octets for a host that it refuses, or if this class does not have it. */
    private byte[] convert(byte[] host) {
        return switch (profile.aLabels) {
            case "uts46" -> toAscii(host);
            case "host" -> parseHost(host);
            default -> new byte[0];
        };
    }

    /** The host parser of the URL Standard, for a host that may have any characters and may be an IPv4 address. */
    private byte[] parseHost(byte[] host) {
        for (byte octet : host) if (octet >= 0 && FORBIDDEN_IN_DOMAINS.indexOf(octet) >= 0) return new byte[0];
        if (hostParser == null) hostParser = new Urlsieve("whatwg@1");
        try {
            String url = hostParser.normalize("http://" + new String(host, StandardCharsets.UTF_8) + "/");
            return url.substring("http://".length(), url.length() - 1).getBytes(StandardCharsets.UTF_8);
        } catch (UrlException error) {
            return new byte[0];
        }
    }

    /** Domain to ASCII as the URL Standard calls it. Returns no octets if there is no such name. */
    private static byte[] toAscii(byte[] host) {
        try {
            CharSequence text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(host));
            IDNA.Info info = new IDNA.Info();
            String name = UTS_46.nameToASCII(text, new StringBuilder(), info).toString();
            byte[] answer = name.getBytes(StandardCharsets.UTF_8);
            return IGNORED.containsAll(info.getErrors()) && answer.length <= MAX_ANSWER ? answer : new byte[0];
        } catch (CharacterCodingException error) {
            return new byte[0];
        }
    }

    private byte[] encode(String url) throws UrlException {
        // Most URLs have no surrogates, and need no encoder.
        if (!hasSurrogates(url)) return url.getBytes(StandardCharsets.UTF_8);
        try {
            CharsetEncoder encoder = StandardCharsets.UTF_8.newEncoder();
            if (profile.replacesSurrogates) encoder.onMalformedInput(CodingErrorAction.REPLACE).replaceWith(REPLACEMENT);
            ByteBuffer octets = encoder.encode(CharBuffer.wrap(url));
            byte[] array = new byte[octets.remaining()];
            octets.get(array);
            return array;
        } catch (CharacterCodingException error) {
            throw fault(ILL_FORMED_STRING, wellFormed(url).getBytes(StandardCharsets.UTF_8).length);
        }
    }

    private UrlException fault(int status, int offset) {
        return new UrlException(Fault.of(profile.isCore, status), status, offset);
    }

    /** What is before the first lone surrogate. */
    private static String wellFormed(String url) {
        int at = 0;
        while (at < url.length() && !(Character.charCount(url.codePointAt(at)) == 1 && Character.isSurrogate(url.charAt(at)))) {
            at += Character.charCount(url.codePointAt(at));
        }
        return url.substring(0, at);
    }

    private static Properties tableOf(String name) {
        Properties table = new Properties();
        try (InputStream file = Urlsieve.class.getResourceAsStream(name)) {
            table.load(file);
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
        return table;
    }

    private static boolean hasSurrogates(String url) {
        for (int at = 0; at < url.length(); ++at) if (Character.isSurrogate(url.charAt(at))) return true;
        return false;
    }

    /** The forbidden domain code points of the URL Standard. */
    private static String forbiddenInDomains() {
        StringBuilder points = new StringBuilder("#%/:<>?@[\\]^|\u007f");
        for (char control = 0; control <= ' '; ++control) points.append(control);
        return points.toString();
    }

    /** Grows the memory until an input of this length and its output fit. */
    private void reserve(int length) {
        if (length <= capacity) return;
        capacity = length;
        output = input + capacity + MARGIN;
        long growth = profile.isCore ? CORE_GROWTH : CRAWL_GROWTH;
        growTo(output + growth * capacity + SLACK + REWRITE_ROOM + MARGIN);
    }

    private void growTo(long end) {
        int missing = (int) ((end + PAGE - 1) / PAGE) - memory.pages();
        if (missing > 0 && memory.grow(missing) < 0) throw new OutOfMemoryError("The memory of the kernel cannot grow.");
    }
}
