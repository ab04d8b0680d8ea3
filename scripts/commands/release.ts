import { join } from 'node:path';
import {
  imageBuildCommand,
  imageName,
  writeImageContext,
} from '../building/release/write-image.ts';
import { writeRelease } from '../building/release/write-release.ts';
import { root } from '../running/settings.ts';
import { runCommand } from '../running/run-command.ts';
import { SetupFailure } from '../setup/setup-failure.mjs';

await runCommand(async () => {
  const [what, ...rest] = process.argv.slice(2);
  if ((what !== undefined && what !== 'image') || rest.length > 0) {
    throw new SetupFailure('Use `npm run release` or `npm run release -- image`.');
  }
  const folder = join(root, 'dist');
  const { tarball, sbom } = writeRelease(folder);
  process.stdout.write(`Packed product: ${tarball}\nBill of materials: ${sbom}\n`);
  if (what === 'image') {
    const context = join(folder, 'image');
    writeImageContext(tarball, context);
    process.stdout.write(
      `Image context: ${context}\nBuild it:\n  ${imageBuildCommand(context, imageName()).join(' ')}\n`,
    );
  }
  return 0;
});
