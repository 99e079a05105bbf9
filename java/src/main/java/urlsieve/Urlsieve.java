package urlsieve;

import com.dylibso.chicory.compiler.MachineFactoryCompiler;
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
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Function;

/**
 * Normalizes URLs by RFC 3986, octet for octet as the urlsieve command line does: it runs the same WebAssembly kernel, compiled to
 * JVM bytecode. The first instance of a process compiles, which takes about a second.
 *
 * <p>An instance belongs to one thread at a time. In Flink, make one in {@code open}; elsewhere, keep one in a {@link ThreadLocal}.
 *
 * <p>Areas, options and statuses are those of docs/abi.md.
 */
public final class Urlsieve {
    /** A URL that has no normal form. */
    public static final class UrlException extends Exception {
        private static final long serialVersionUID = 1;
        /** The status, one of those in docs/abi.md; 9 for a lone surrogate. */
        public final int status;
        /** Where the fault is, in octets of UTF-8. */
        public final int offset;

        UrlException(int status, int offset) {
            super("The URL cannot be normalized: status " + status + " at octet " + offset + ".", null, false, false);
            this.status = status;
            this.offset = offset;
        }
    }

    private static final int FAILURE_AT = 132;
    private static final int ANSWER_LENGTH = 384;
    private static final int QUESTION_LENGTH = 388;
    private static final int ANSWER = 512;
    private static final int QUESTION = 1024;
    private static final int MAX_ANSWER = 254;

    private static final int LEVEL_SCHEME = 16383;
    private static final int ILL_FORMED_STRING = 9;
    private static final int TOO_LONG = 10;
    private static final int NEEDS_ALABEL = 64;

    private static final int MAX_REFERENCE = 1 << 24;
    private static final int GROWTH = 4;
    private static final int SLACK = 1024;
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

    /** Compiled once per process. */
    private static final class Compiled {
        static final WasmModule MODULE = parse();
        static final Function<Instance, Machine> MACHINES = MachineFactoryCompiler.compile(MODULE);

        private static WasmModule parse() {
            try (InputStream kernel = Urlsieve.class.getResourceAsStream("kernel.wasm")) {
                return Parser.parse(kernel);
            } catch (IOException error) {
                throw new UncheckedIOException(error);
            }
        }
    }

    private final Memory memory;
    private final ExportFunction normalize;
    private final int input;
    private int capacity;
    private int output;

    public Urlsieve() {
        Instance instance = Instance.builder(Compiled.MODULE).withMachineFactory(Compiled.MACHINES).build();
        instance.export("initialize").apply();
        memory = instance.memory();
        normalize = instance.export("normalize");
        input = (int) instance.export("heapBase").apply()[0];
        reserve(MIN_CAPACITY);
    }

    /** Returns the normal form of a URL, or the very same string if it has that form. */
    public String normalize(String url) throws UrlException {
        byte[] octets = encode(url);
        byte[] normal = normalize(octets);
        return normal == octets ? url : new String(normal, StandardCharsets.US_ASCII);
    }

    /** Returns the normal form of a URL in UTF-8 or any other octets, or the very same array if it has that form. */
    public byte[] normalize(byte[] url) throws UrlException {
        if (url.length > MAX_REFERENCE) throw new UrlException(TOO_LONG, MAX_REFERENCE);
        reserve(url.length);
        memory.write(input, url);
        int end = run(url.length);
        if (end == -NEEDS_ALABEL) {
            answer();
            end = run(url.length);
        }
        if (end == 0) return url;
        if (end < 0) throw new UrlException(-end, memory.readInt(FAILURE_AT) - input);
        return memory.readBytes(output, end - output);
    }

    private int run(int length) {
        return (int) normalize.apply(LEVEL_SCHEME, input, input + length, output)[0];
    }

    /** Gives the kernel the A-labels of the host that it asks about, or refuses it. */
    private void answer() {
        byte[] question = memory.readBytes(QUESTION, memory.readInt(QUESTION_LENGTH));
        byte[] answer = toAscii(question);
        if (answer.length > 0) memory.write(ANSWER, answer);
        memory.writeI32(ANSWER_LENGTH, answer.length);
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

    private static byte[] encode(String url) throws UrlException {
        try {
            ByteBuffer octets = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(url));
            byte[] array = new byte[octets.remaining()];
            octets.get(array);
            return array;
        } catch (CharacterCodingException error) {
            throw new UrlException(ILL_FORMED_STRING, 0);
        }
    }

    /** Makes room for an input of this length, and the output behind it. */
    private void reserve(int length) {
        if (length <= capacity) return;
        capacity = length;
        output = input + capacity + MARGIN;
        long end = (long) output + (long) GROWTH * capacity + SLACK + MARGIN;
        int missing = (int) ((end + PAGE - 1) / PAGE) - memory.pages();
        if (missing > 0 && memory.grow(missing) < 0) throw new OutOfMemoryError("The memory of the kernel cannot grow.");
    }
}
