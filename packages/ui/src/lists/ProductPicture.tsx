import { useState } from 'react';
import { BoxIcon } from '../icons/icons.ts';
import styles from './ProductPicture.module.css';

export interface ProductPictureProps {
  /** Address of the picture on the product's own origin; null without one. */
  readonly src: string | null;
  /** Edge length in pixels. */
  readonly size?: 32 | 40 | 48;
}

/** The picture of a product beside its name, which describes it; a neutral tile while it is missing. */
export function ProductPicture({ src, size = 40 }: ProductPictureProps) {
  const [failed, setFailed] = useState<string | null>(null);
  return (
    <span className={styles.tile} style={{ width: size, height: size }} aria-hidden="true">
      {src === null || failed === src ? (
        <BoxIcon size={size === 32 ? 16 : 20} />
      ) : (
        <img
          className={styles.picture}
          src={src}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          decoding="async"
          onError={() => setFailed(src)}
        />
      )}
    </span>
  );
}
