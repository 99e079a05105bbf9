/** Fails with an error that nothing catches: toolchains.mjs checks what a user reads then. */
import { normalize } from "urlsieve";

normalize("http://[");
