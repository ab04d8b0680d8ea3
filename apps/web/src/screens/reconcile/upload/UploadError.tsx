import { Banner, Button, Select } from '@seller-connect/ui';
import { useState } from 'react';
import { ApiError } from '../../../api/index.ts';
import { sharedTexts } from '../../../i18n/index.ts';
import styles from '../reconcile.module.css';
import { texts } from '../texts.ts';
import type { UploadRequest } from './useReconcileUpload.ts';

export interface UploadErrorProps {
  readonly error: Error;
  /** The failed request, which can be sent again. */
  readonly sent: UploadRequest;
  readonly onSend: (sent: UploadRequest) => void;
}

/** Shows why a file could not be compared and what the seller can do. */
export function UploadError({ error, sent, onSend }: UploadErrorProps) {
  const failure = error instanceof ApiError ? error : null;
  const isLost = failure?.status === 0;
  // Only failures of the server or the network may disappear on a retry.
  const mayPass = failure === null || isLost || failure.status === 429 || failure.status >= 500;
  return (
    <Banner
      tone="negative"
      announced
      title={isLost ? texts.lost : texts.refused}
      actions={
        mayPass && (
          <Button size="small" onClick={() => onSend(sent)}>
            {texts.sendAgain}
          </Button>
        )
      }
    >
      <p>{isLost ? texts.lostWhat(sent.file.name) : failure?.serverMessage || texts.brokenWhat}</p>
      {failure?.code === 'file_other_days' && (
        <div className={styles.choice}>
          <Button onClick={() => onSend({ ...sent, days: null })}>{texts.allDays}</Button>
        </div>
      )}
      {failure?.code === 'file_other_shop' && (
        <div className={styles.choice}>
          <Button onClick={() => onSend({ ...sent, shop: null })}>{texts.shopOfFile}</Button>
        </div>
      )}
      {failure && <ShopChoice failure={failure} onChoose={(shop) => onSend({ ...sent, shop })} />}
    </Banner>
  );
}

/** Lets the seller choose the shop if the file does not identify it. */
function ShopChoice({
  failure,
  onChoose,
}: {
  readonly failure: ApiError;
  readonly onChoose: (shopId: string) => void;
}) {
  const [shop, setShop] = useState('');
  const shops = shopsOf(failure.details['shops']);
  if (shops.length === 0) return null;
  return (
    <div className={styles.choice}>
      <Select
        label={texts.whichShop}
        value={shop}
        options={[{ value: '', label: '–' }, ...shops]}
        onValueChange={setShop}
      />
      <Button disabled={shop === ''} onClick={() => onChoose(shop)}>
        {sharedTexts.tryAgain}
      </Button>
    </div>
  );
}

function shopsOf(value: unknown): { value: string; label: string }[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((each: unknown) => {
    const id: unknown = Reflect.get(Object(each), 'shopId');
    const name: unknown = Reflect.get(Object(each), 'name');
    return typeof id === 'string' && typeof name === 'string' ? [{ value: id, label: name }] : [];
  });
}
