import { ConfirmDialog, showToast, Consequences } from '@seller-connect/ui';
import type { Shop } from '@seller-connect/contract';
import { isAdAccount } from '../../shops/shopFilter.ts';
import { coreClient } from '../../api/index.ts';
import { reportQueryNames, shopQueryNames } from '../../api/queries/queryKeys.ts';
import { useMutation } from '../../api/queries/useMutation.ts';
import { sharedTexts } from '../../i18n/index.ts';
import { texts } from './texts.ts';

interface ShopDialogProps {
  /** Null while the dialog is closed. It can be another one when the response for the shop before arrives. */
  readonly shop: Shop | null;
  readonly onClose: () => void;
}

/** Explains what stops, what stays and what is deleted before a shop is disconnected. */
export function DisconnectDialog({ shop, onClose }: ShopDialogProps) {
  const disconnect = useMutation({
    mutationFn: (shopId: string) => coreClient().call('disconnectShop', { params: { shopId } }),
    changes: [...shopQueryNames, ...reportQueryNames],
    onSuccess(done) {
      if (done.id === shop?.id) onClose();
      showToast({ tone: 'positive', title: texts.disconnected(done.name, isAdAccount(done)) });
    },
  });
  const { confirm } = texts;
  const isAds = shop !== null && isAdAccount(shop);
  return (
    <ConfirmDialog
      open={shop !== null}
      danger
      title={confirm.title(shop?.name ?? '', isAds)}
      confirmLabel={confirm.do}
      cancelLabel={confirm.keep}
      closeLabel={sharedTexts.close}
      busy={disconnect.isPending && disconnect.variables === shop?.id}
      onConfirm={() => shop && disconnect.mutate(shop.id)}
      onClose={onClose}
    >
      <Consequences
        points={[isAds ? confirm.stopsAds : confirm.stops, confirm.stays, confirm.deleted]}
      />
      <p>{confirm.back}</p>
    </ConfirmDialog>
  );
}

/** Explains what is erased permanently before the data of a disconnected shop is erased. */
export function EraseDialog({ shop, onClose }: ShopDialogProps) {
  const erase = useMutation({
    mutationFn: ({ id }: Shop) => coreClient().call('eraseShop', { params: { shopId: id } }),
    changes: [...shopQueryNames, ...reportQueryNames],
    onSuccess(_done, erased) {
      if (erased.id === shop?.id) onClose();
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
      busy={erase.isPending && erase.variables.id === shop?.id}
      onConfirm={() => shop && erase.mutate(shop)}
      onClose={onClose}
    >
      <Consequences points={labels.consequences} />
      <p>{labels.final}</p>
    </ConfirmDialog>
  );
}
