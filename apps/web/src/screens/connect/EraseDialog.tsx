import { ConfirmDialog, notify } from '@seller-connect/ui';
import type { Shop } from '@seller-connect/contract';
import { isAdAccount } from '../../api/adAccounts.ts';
import { core } from '../../api/index.ts';
import { reportQueries, shopQueries } from '../../api/queries/queryKeys.ts';
import { useMutation } from '../../api/queries/useMutation.ts';
import { shared } from '../../i18n/index.ts';
import styles from './connect.module.css';
import { texts } from './texts.ts';

export interface EraseDialogProps {
  /** The disconnected shop whose data is to be erased; null while nothing is asked. */
  readonly shop: Shop | null;
  readonly onClose: () => void;
}

/** Says what goes for good before the data of a disconnected shop is erased. */
export function EraseDialog({ shop, onClose }: EraseDialogProps) {
  const erase = useMutation({
    mutationFn: ({ id }: Shop) => core().call('eraseShop', { params: { shopId: id } }),
    changes: [...shopQueries, ...reportQueries],
    onSuccess(_done, erased) {
      onClose();
      notify({ tone: 'positive', title: texts.erased(erased.name, isAdAccount(erased)) });
    },
  });
  const words = texts.erasure;
  return (
    <ConfirmDialog
      open={shop !== null}
      danger
      title={words.title(shop?.name ?? '', shop !== null && isAdAccount(shop))}
      confirmLabel={words.do}
      cancelLabel={words.keep}
      closeLabel={shared.close}
      busy={erase.isPending}
      onConfirm={() => shop && erase.mutate(shop)}
      onClose={onClose}
    >
      <ul className={styles.consequences}>
        {words.consequences.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
      <p>{words.final}</p>
    </ConfirmDialog>
  );
}
