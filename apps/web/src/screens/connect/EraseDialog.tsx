import { ConfirmDialog, showToast, Consequences } from '@seller-connect/ui';
import type { Shop } from '@seller-connect/contract';
import { isAdAccount } from '../../shops/shopFilter.ts';
import { coreClient } from '../../api/index.ts';
import { reportQueryNames, shopQueryNames } from '../../api/queries/queryKeys.ts';
import { useMutation } from '../../api/queries/useMutation.ts';
import { sharedTexts } from '../../i18n/index.ts';
import { texts } from './texts.ts';

export interface EraseDialogProps {
  /** The disconnected shop whose data is to be erased; null while the dialog is closed. */
  readonly shop: Shop | null;
  readonly onClose: () => void;
}

/** Explains what is erased permanently before the data of a disconnected shop is erased. */
export function EraseDialog({ shop, onClose }: EraseDialogProps) {
  const erase = useMutation({
    mutationFn: ({ id }: Shop) => coreClient().call('eraseShop', { params: { shopId: id } }),
    changes: [...shopQueryNames, ...reportQueryNames],
    onSuccess(_done, erased) {
      onClose();
      showToast({ tone: 'positive', title: texts.erased(erased.name, isAdAccount(erased)) });
    },
  });
  const labels = texts.erasure;
  return (
    <ConfirmDialog
      open={shop !== null}
      danger
      title={labels.title(shop?.name ?? '', shop !== null && isAdAccount(shop))}
      confirmLabel={labels.do}
      cancelLabel={labels.keep}
      closeLabel={sharedTexts.close}
      busy={erase.isPending}
      onConfirm={() => shop && erase.mutate(shop)}
      onClose={onClose}
    >
      <Consequences points={labels.consequences} />
      <p>{labels.final}</p>
    </ConfirmDialog>
  );
}
