import { ConfirmDialog, showToast, Consequences } from '@seller-connect/ui';
import type { Shop } from '@seller-connect/contract';
import { isAdAccount } from '../../shops/shopFilter.ts';
import { coreClient } from '../../api/index.ts';
import { reportQueryNames, shopQueryNames } from '../../api/queries/queryKeys.ts';
import { useMutation } from '../../api/queries/useMutation.ts';
import { sharedTexts } from '../../i18n/index.ts';
import { texts } from './texts.ts';

export interface DisconnectDialogProps {
  /** The shop to disconnect; null while the dialog is closed. */
  readonly shop: Shop | null;
  readonly onClose: () => void;
}

/** Explains what stops, what stays and what is deleted before a shop is disconnected. */
export function DisconnectDialog({ shop, onClose }: DisconnectDialogProps) {
  const disconnect = useMutation({
    mutationFn: (shopId: string) => coreClient().call('disconnectShop', { params: { shopId } }),
    changes: [...shopQueryNames, ...reportQueryNames],
    onSuccess(done) {
      onClose();
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
      busy={disconnect.isPending}
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
