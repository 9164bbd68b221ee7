import { join, relative } from 'node:path';
import { build, type Rolldown } from 'vite';

/**
 * Bundles a module of the given text, as if it stood in a folder.
 * @param options those of its output; `isForNode`: with Node's modules outside, and all packages in it
 * @returns the program, and the files that it has parts of
 */
export async function bundled(
  contents: string,
  folder: string,
  { isForNode = false, ...output }: Rolldown.OutputOptions & { isForNode?: boolean } = {},
): Promise<{ code: string; files: string[] }> {
  const entry = join(folder, 'bundled.ts');
  const plugin = {
    name: 'entry',
    resolveId: (id: string) => (id === entry ? id : null),
    load: (id: string) => (id === entry ? contents : null),
  };
  const result = await build({
    root: folder,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    plugins: [plugin],
    // Programs for browsers get no helper that loads parts by links in a document, as those of a worker.
    ssr: { noExternal: true, target: isForNode ? 'node' : 'webworker' },
    build: {
      ssr: true,
      write: false,
      minify: !isForNode,
      target: 'es2022',
      rolldownOptions: { input: entry, output: { codeSplitting: false, ...output }, preserveEntrySignatures: 'strict' },
    },
  });
  const [chunk] = (result as Rolldown.RolldownOutput).output;
  // The bundler's own modules, which are no files, begin with a zero.
  const files = Object.entries(chunk.modules).filter(
    ([id, { renderedLength }]) => id !== entry && !id.startsWith('\0') && renderedLength > 0,
  );
  return { code: chunk.code, files: files.map(([id]) => relative(process.cwd(), id)) };
}
