import { CheckIcon, ChevronRightIcon, CloseIcon } from '@seller-connect/ui';
import type { ReactNode } from 'react';
import styles from './connect.module.css';
import { texts } from './texts.ts';

interface PermissionListProps {
  readonly title: string;
  readonly icon: ReactNode;
  readonly items: readonly string[];
}

function PermissionList({ title, icon, items }: PermissionListProps) {
  return (
    <div>
      <h4 className={styles.pointsTitle}>{title}</h4>
      <ul className={styles.points}>
        {items.map((item) => (
          <li key={item}>
            {icon}
            <span>{item}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/**
 * Lists the data that is fetched from the partners and what never happens there, before the seller leaves for one.
 * Open for a newcomer, who decides here whether to trust the product.
 */
export function LinkingDetails({ open }: { readonly open: boolean }) {
  const { about } = texts;
  return (
    <details className={styles.more} open={open}>
      <summary>
        <ChevronRightIcon />
        {about.title}
      </summary>
      <div className={styles.about}>
        {(['shop', 'ads'] as const).map((kind) => (
          <section key={kind} className={styles.kind} aria-label={about.kinds[kind]}>
            <h3 className={styles.kindName}>{about.kinds[kind]}</h3>
            <PermissionList
              title={about.reads}
              icon={<CheckIcon />}
              items={[...about.readsList[kind], ...(kind === 'shop' ? about.readsMoney : [])]}
            />
            <PermissionList
              title={about.never}
              icon={<CloseIcon />}
              items={about.neverList[kind]}
            />
          </section>
        ))}
      </div>
    </details>
  );
}
