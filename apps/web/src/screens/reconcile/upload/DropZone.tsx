import { maxFileBytes } from '@seller-connect/contract/file-limits';
import { Banner, Button, Progress } from '@seller-connect/ui';
import { useEffect, useRef, useState } from 'react';
import { formats } from '../../../i18n/index.ts';
import type { ReconcileScope } from '../scope.ts';
import { ComparisonProgress } from './ComparisonProgress.tsx';
import { UploadError } from './UploadError.tsx';
import styles from '../reconcile.module.css';
import { texts } from '../texts.ts';
import { useReconcileUpload } from './useReconcileUpload.ts';

/** Takes a file, dropped or chosen, has it compared and leads to what was found. */
export function DropZone({ chosen }: { readonly chosen: ReconcileScope }) {
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [over, setOver] = useState(false);
  /** What is wrong with what was given, before anything is sent. */
  const [problem, setProblem] = useState<string | null>(null);
  const upload = useReconcileUpload();
  const { shop, days } = chosen;
  const take = (files: FileList | null) => {
    const file = files?.[0];
    if (!file || upload.isPending) return;
    const isTooLarge = file.size > maxFileBytes;
    const wrong = files.length > 1 ? texts.oneFile : isTooLarge ? texts.tooLarge(file.name) : null;
    setProblem(wrong);
    upload.clear();
    if (wrong === null) upload.send({ file, shop, days });
  };
  useEffect(() => {
    // Dropped beside the zone, the browser would show the file in place of the page.
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
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={({ currentTarget, relatedTarget }) => {
          // From the zone to a part of it is still over it.
          const isInside = relatedTarget instanceof Node && currentTarget.contains(relatedTarget);
          if (!isInside) setOver(false);
        }}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          take(event.dataTransfer.files);
        }}
      >
        <p className={styles.dropTitle}>{texts.drop}</p>
        <p className={styles.quiet}>{texts.dropHelp}</p>
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
            // The same file may be chosen again.
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
              // The button goes; whoever pressed it goes on where a file is chosen.
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
