import { CheckIcon, CloseIcon } from '@seller-connect/ui';
import type { Platform } from '@seller-connect/contract';
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
      <h3 className={styles.pointsTitle}>{title}</h3>
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

/** Lists the data that is fetched from a partner and what never happens there, before the seller leaves for it. */
export function LinkingDetails({ platform }: { readonly platform: Platform }) {
  const { about } = texts;
  const kind = platform === 'FACEBOOK' ? 'ads' : 'shop';
  // Tiki provides neither returns nor payouts.
  const money = kind === 'shop' && platform !== 'TIKI' ? about.readsMoney : [];
  return (
    <div className={styles.about}>
      <PermissionList
        title={about.reads}
        icon={<CheckIcon />}
        items={[...about.readsList[kind], ...money]}
      />
      <PermissionList title={about.never} icon={<CloseIcon />} items={about.neverList[kind]} />
    </div>
  );
}
