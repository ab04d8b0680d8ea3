import { useState } from 'react';
import { storage, type HomeBlock } from '../../../storage.ts';

/** In the usual order. */
export const homeBlocks = ['chart', 'breakdown', 'products', 'ads'] as const satisfies HomeBlock[];

/** The blocks that Home shows below its metrics, in the order that was chosen in this browser. */
export function useHomeBlocks(): [
  blocks: readonly HomeBlock[],
  arrange: (blocks: readonly HomeBlock[]) => void,
] {
  const [blocks, setBlocks] = useState(() => storage.homeBlocks.read() ?? homeBlocks);
  return [
    blocks,
    (next) => {
      storage.homeBlocks.write(next);
      setBlocks(next);
    },
  ];
}
