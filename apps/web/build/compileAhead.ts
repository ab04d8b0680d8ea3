import type { Plugin } from 'vite';

/** Has to be the first line of a file. */
const compileHint = '//# allFunctionsCalledOnLoad\n';

/**
 * Creates the plugin that lets the browser compile all functions of some chunks while it loads others. Without it, each
 * function is compiled when it is first called.
 * @see https://v8.dev/blog/explicit-compile-hints
 */
export function compileAhead(chunkNames: readonly string[]): Plugin {
  return {
    name: 'seller-connect-compile-ahead',
    apply: 'build',
    enforce: 'post',
    augmentChunkHash: ({ name }) => (chunkNames.includes(name) ? compileHint : undefined),
    generateBundle: {
      // After Vite, which adds a line to the top.
      order: 'post',
      handler(_options, bundle) {
        for (const output of Object.values(bundle)) {
          if (output.type === 'chunk' && chunkNames.includes(output.name))
            output.code = compileHint + output.code;
        }
      },
    },
  };
}
