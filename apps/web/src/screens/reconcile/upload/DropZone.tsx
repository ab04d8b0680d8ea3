import { maxFileBytes } from '@seller-connect/contract/file-limits';
import { Banner, Button, Progress, Quiet } from '@seller-connect/ui';
import { useEffect, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { formats } from '../../../i18n/index.ts';
import type { ReconcileScope } from '../scope.ts';
import { UploadError } from './UploadError.tsx';
import styles from '../reconcile.module.css';
import { texts } from '../texts.ts';
import { useReconcileUpload } from './useReconcileUpload.ts';
import { reconciliationProgressQuery } from '../queries.ts';

/** Accepts a dropped or chosen file, uploads it and opens the result. */
export function DropZone({ chosen }: { readonly chosen: ReconcileScope }) {
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [over, setOver] = useState(false);
  /** A problem found before the upload. */
  const [problem, setProblem] = useState<string | null>(null);
  const upload = useReconcileUpload();
  const { shop, days } = chosen;
  const take = (files: FileList | null, folder: string | null = null) => {
    const file = files?.[0];
    if (!file || upload.isPending) return;
    const wrong = problemOf(files, file, folder);
    setProblem(wrong);
    upload.clear();
    if (wrong === null) upload.send({ file, shop, days });
  };
  useEffect(() => {
    // A file dropped beside the zone would replace the page.
    const rejectDrop = (event: DragEvent) => {
      if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'none';
    };
    window.addEventListener('dragover', rejectDrop);
    window.addEventListener('drop', rejectDrop);
    return () => {
      window.removeEventListener('dragover', rejectDrop);
      window.removeEventListener('drop', rejectDrop);
    };
  }, []);
  const { sent, isPending, isCancelled, error } = upload;

  return (
    <div className={styles.sending}>
      <div
        className={styles.zone}
        data-over={over || undefined}
        onDragOver={(event) => {
          if (upload.isPending || !event.dataTransfer.types.includes('Files')) return;
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={({ currentTarget, relatedTarget }) => {
          // Moving from the zone to one of its children does not leave it.
          const isInside = relatedTarget instanceof Node && currentTarget.contains(relatedTarget);
          if (!isInside) setOver(false);
        }}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          take(event.dataTransfer.files, folderIn(event.dataTransfer.items));
        }}
      >
        <p className={styles.dropTitle}>{texts.drop}</p>
        <Quiet as="p">{texts.dropHelp}</Quiet>
        <Button
          ref={button}
          variant="primary"
          busy={isPending}
          onClick={() => input.current?.click()}
        >
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
            take(event.target.files);
            // Allows the same file to be chosen again.
            event.target.value = '';
          }}
        />
      </div>
      {isPending && sent && (
        <div className={styles.progress}>
          {upload.share === 1 ? (
            <ComparisonProgress name={sent.file.name} uploadId={sent.uploadId} />
          ) : (
            <Progress
              label={texts.sending}
              share={upload.share}
              valueText={texts.sendingWhat(
                sent.file.name,
                formats.number(Math.round((upload.share ?? 0) * 100)),
              )}
            />
          )}
          <Button
            onClick={() => {
              upload.cancel();
              // The cancel button disappears, so the focus moves to the button that chooses a file.
              button.current?.focus();
            }}
          >
            {texts.cancel}
          </Button>
        </div>
      )}
      {problem !== null && (
        <Banner tone="negative" announced title={texts.refused}>
          {problem}
        </Banner>
      )}
      {isCancelled && sent && (
        <Banner
          announced
          title={texts.cancelled(sent.file.name)}
          actions={
            <Button size="small" onClick={() => upload.send(sent)}>
              {texts.sendAgain}
            </Button>
          }
        >
          {texts.nothingKept}
        </Banner>
      )}
      {error && sent && <UploadError error={error} sent={sent} onSend={upload.send} />}
    </div>
  );
}

/** Returns why the files cannot be uploaded; null if they can. */
function problemOf(files: FileList, { name, size }: File, folder: string | null): string | null {
  if (files.length > 1) return texts.oneFile;
  if (folder !== null) return texts.folder(folder);
  return size > maxFileBytes ? texts.tooLarge(name) : null;
}

/** Returns the name of a dropped folder, which browsers offer as a file that cannot be read; null without one. */
function folderIn(items: DataTransferItemList): string | null {
  const entry = [...items].map((item) => item.webkitGetAsEntry()).find((each) => each?.isDirectory);
  return entry?.name ?? null;
}

interface ComparisonProgressProps {
  readonly name: string;
  readonly uploadId: string;
}

/** The server's progress after the upload: rows read, orders compared, orders refetched. */
function ComparisonProgress({ name, uploadId }: ComparisonProgressProps) {
  const { data } = useQuery(reconciliationProgressQuery(uploadId));
  const done = formats.number(data?.done ?? 0);
  const total = data?.total ?? null;
  const statusText =
    data?.phase === 'comparing' && total !== null
      ? texts.compared(name, done, formats.number(total))
      : data?.phase === 'reading'
        ? texts.rowsRead(name, done)
        : data?.phase === 'refetching' && total !== null
          ? texts.refetched(done, formats.number(total))
          : texts.comparingWhat(name);
  return (
    <Progress
      label={texts.comparing}
      share={data && total !== null && total > 0 ? data.done / total : null}
      valueText={statusText}
    />
  );
}
