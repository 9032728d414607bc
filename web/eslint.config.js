import path from "node:path";
import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import { defineConfig, globalIgnores } from "eslint/config";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

const parserOptions = {
  projectService: { allowDefaultProject: ["svelte.config.js"] },
  tsconfigRootDir: import.meta.dirname,
  extraFileExtensions: [".svelte"], // for all files: where it differs the types are read anew for each
};

// The layers of src, from the foundation to the pages: a file imports only from its own layer and from those above it.
const LAYERS = [
  "protocol",
  "net",
  "app",
  "ui",
  "space",
  "input",
  "board",
  "playback",
  "session",
  "study",
  "lobby",
  "people",
  "cups",
  "editor",
  "setup",
  "table/panels/dialogs",
  "table/panels/log",
  "table/panels/players",
  "table/panels/analysis",
  "table/panels/actions",
  "table/panels/result",
  "table/layouts",
  "table",
  "home",
  "learn",
  "", // starts the page
];
const SRC = path.join(import.meta.dirname, "src");

function layerOf(file) {
  const inside = path.relative(SRC, file).replace(/\.ts$/, "");
  return LAYERS.findIndex((layer) => layer === "" || inside === layer || inside.startsWith(`${layer}/`));
}

const downwards = {
  create(context) {
    const check = (node) => {
      const name = node.source?.value; // `export` without `from` has none; an `import()` may compute its own
      if (typeof name !== "string" || !name.startsWith(".")) return;
      const [own, other] = [context.filename, path.resolve(path.dirname(context.filename), name)].map(layerOf);
      if (other > own)
        context.report({ node, message: `${LAYERS[own]} must not import from ${LAYERS[other] || "src"}` });
    };
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportAllDeclaration: check,
      ExportNamedDeclaration: check,
    };
  },
};

export default defineConfig(
  // Made by scripts/make_types.py, and run where there is no page: the linter knows neither.
  globalIgnores(["eslint.config.js", "src/protocol.ts", "public/worker.js", ".svelte-check"]),
  js.configs.recommended,
  ts.configs.strictTypeChecked,
  ts.configs.stylisticTypeChecked,
  svelte.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: "error" },
    languageOptions: { parserOptions },
    rules: {
      "no-undef": "off", // TypeScript knows better
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/no-unused-vars": ["error", { varsIgnorePattern: "^_$", argsIgnorePattern: "^_$" }],
      "@typescript-eslint/prefer-nullish-coalescing": "off", // an empty text is as good as none
      "@typescript-eslint/non-nullable-type-assertion-style": "off", // asks for what no-non-null-assertion forbids
      "svelte/prefer-svelte-reactivity": "off", // sets and maps are made anew here, and not changed later
    },
  },
  { files: ["src/**"], plugins: { layers: { rules: { downwards } } }, rules: { "layers/downwards": "error" } },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: {
      parserOptions: { ...parserOptions, parser: ts.parser, svelteConfig },
    },
  },
  {
    files: ["**/*.svelte"],
    rules: {
      // the properties of other components have no types here; svelte-check knows them
      "@typescript-eslint/no-unsafe-argument": "off",
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/no-unsafe-return": "off",
    },
  },
);
