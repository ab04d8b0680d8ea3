import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that start whole programs repeatedly: short to read, slow to run. */
const LONG = [/^bench\//, /-kill\.http/, /\/supervisor\.db/, /\/collector-\w+\.http/];

/** Starts slow files first, so that none of them runs alone at the end. Vitest sorts by file size otherwise. */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification) => {
      const path = moduleId.slice(this.ctx.config.root.length + 1);
      const index = LONG.findIndex((pattern) => pattern.test(path));
      return index === -1 ? LONG.length : index;
    };
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}
