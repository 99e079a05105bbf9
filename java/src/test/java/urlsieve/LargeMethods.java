package urlsieve;

import com.dylibso.chicory.compiler.internal.Compiler;
import com.dylibso.chicory.wasm.Parser;
import com.dylibso.chicory.wasm.WasmModule;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.CodeSizeEvaluator;

/**
 * For python/tests/test_jvm.py: prints the methods of both kernels that HotSpot interprets, whatever they cost, because their bytecode
 * is longer than its {@code HugeMethodLimit}; and how many methods there are.
 */
final class LargeMethods {
    private static final int LIMIT = 8000;
    private static int methods;

    private LargeMethods() {}

    public static void main(String[] arguments) throws IOException {
        for (String kernel : new String[] {"kernel.wasm", "crawl.wasm"}) {
            Map<String, byte[]> classes = Compiler.builder(parse(kernel)).build().compile().classBytes();
            for (byte[] octets : classes.values()) new ClassReader(octets).accept(new Sizes(kernel), 0);
        }
        System.out.println(methods);
    }

    private static WasmModule parse(String kernel) throws IOException {
        try (InputStream octets = Urlsieve.class.getResourceAsStream(kernel)) {
            return Parser.parse(octets);
        }
    }

    private static final class Sizes extends ClassVisitor {
        private final String kernel;

        Sizes(String kernel) {
            super(Opcodes.ASM9);
            this.kernel = kernel;
        }

        @Override
        public MethodVisitor visitMethod(int access, String name, String type, String signature, String[] exceptions) {
            methods++;
            return new CodeSizeEvaluator(null) {
                @Override
                public void visitEnd() {
                    if (getMaxSize() > LIMIT) System.out.println(kernel + " " + name + " " + getMaxSize());
                }
            };
        }
    }
}
