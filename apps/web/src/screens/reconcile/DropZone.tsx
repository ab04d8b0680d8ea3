import { Banner, Button, Progress, Select } from '@seller-connect/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { ApiFailure, core } from '../../api/index.ts';
import { shared } from '../../texts/index.ts';
import styles from './reconcile.module.css';
import { texts } from './texts.ts';

interface Sent {
  readonly file: File;
  readonly shop?: string;
}

/** Takes a file, dropped or chosen, has it compared and leads to what was found. */
export function DropZone() {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const sending = useMutation({
    mutationFn: ({ file, shop }: Sent) =>
      core().call('reconcile', {
        query: {
          name: file.name.slice(-200),
          madeAt: new Date(file.lastModified).toISOString(),
          ...(shop && { shop }),
        },
        file,
        ownFailure: true,
      }),
    async onSuccess(check) {
      queries.setQueryData(['getReconciliation', check.id], check);
      await queries.invalidateQueries({ queryKey: ['listReconciliations'] });
      await navigate({ to: `/reports/reconcile/${check.id}` });
    },
  });
  const send = (file: File | undefined) => {
    if (file && !sending.isPending) sending.mutate({ file });
  };
  const { error, variables } = sending;

  return (
    <div className={styles.sending}>
      <div
        className={styles.zone}
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          send(event.dataTransfer.files[0]);
        }}
      >
        <p className={styles.dropTitle}>{texts.drop}</p>
        <p className={styles.quiet}>{texts.dropHelp}</p>
        <Button variant="primary" busy={sending.isPending} onClick={() => input.current?.click()}>
          {texts.choose}
        </Button>
        <input
          ref={input}
          className={styles.input}
          type="file"
          tabIndex={-1}
          aria-label={texts.choose}
          accept=".csv,.txt,.tsv,.xlsx"
          onChange={(event) => {
            send(event.target.files?.[0]);
            // The same file may be chosen again.
            event.target.value = '';
          }}
        />
      </div>
      {sending.isPending && (
        <Progress
          label={texts.checking}
          share={null}
          valueText={texts.checkingWhat(variables?.file.name ?? '')}
        />
      )}
      {error && (
        <Banner tone="negative" announced title={texts.refused}>
          <p>{(error instanceof ApiFailure && error.serverMessage) || shared.somethingWentWrong}</p>
          <ShopChoice
            error={error}
            onChoose={(shop) => variables && sending.mutate({ file: variables.file, shop })}
          />
        </Banner>
      )}
    </div>
  );
}

/** Where the file does not tell whose orders they are, the seller does. */
function ShopChoice({
  error,
  onChoose,
}: {
  readonly error: Error;
  readonly onChoose: (shopId: string) => void;
}) {
  const [shop, setShop] = useState('');
  const shops = error instanceof ApiFailure ? shopsOf(error.details['shops']) : [];
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
        {shared.tryAgain}
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
