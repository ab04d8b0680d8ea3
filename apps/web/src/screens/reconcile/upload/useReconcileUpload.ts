import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { coreClient } from '../../../api/index.ts';
import { createUploadFetch } from '../../../api/client/uploadFetch.ts';
import { useMutation } from '../../../api/queries/useMutation.ts';
import type { ReconcileScope } from '../scope.ts';
import { reconciliationQuery } from '../queries.ts';

/** A file and the scope to compare; kept so that it can be sent again unchanged. */
export interface UploadRequest extends Pick<ReconcileScope, 'shop' | 'days'> {
  readonly file: File;
}

/** An upload with the ID under which the server reports its progress. */
interface TrackedUpload extends UploadRequest {
  readonly uploadId: string;
}

export interface Upload {
  /** The latest upload; null before the first one. */
  readonly sent: TrackedUpload | null;
  readonly isPending: boolean;
  /** Uploaded share, 0 to 1. At 1 the server compares the file. Null while unknown. */
  readonly share: number | null;
  readonly isCancelled: boolean;
  readonly error: Error | null;
  send(sent: UploadRequest): void;
  cancel(): void;
  /** Clears the last outcome. */
  clear(): void;
}

/** Uploads a file for comparison and opens the result. Leaving the screen cancels the upload. */
export function useReconcileUpload(): Upload {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [share, setShare] = useState<number | null>(null);
  const [isCancelled, setCancelled] = useState(false);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const sending = useMutation({
    // Fails while offline: a paused upload could not be canceled, and would start after the screen is left.
    networkMode: 'always',
    mutationFn({ file, shop, days, uploadId }: TrackedUpload) {
      const controller = new AbortController();
      running.current = controller;
      return coreClient().call('reconcile', {
        query: {
          name: file.name.slice(-200),
          madeAt: new Date(file.lastModified).toISOString(),
          ...(shop !== null && { shop }),
          ...days,
          upload: uploadId,
        },
        file,
        send: createUploadFetch(setShare),
        handleErrorLocally: [400, 413, 422],
        signal: controller.signal,
      });
    },
    changes: ['listReconciliations', 'readAudit'],
    async onSuccess(reconciliation) {
      if (running.current?.signal.aborted) return;
      queries.setQueryData(reconciliationQuery(reconciliation.id).queryKey, reconciliation);
      await navigate({ to: `/reports/reconcile/${reconciliation.id}` });
    },
  });
  return {
    sent: sending.variables ?? null,
    isPending: sending.isPending,
    share,
    isCancelled: isCancelled && !sending.isPending,
    error: isCancelled ? null : sending.error,
    send(sent) {
      setShare(0);
      setCancelled(false);
      sending.mutate({ ...sent, uploadId: crypto.randomUUID() });
    },
    cancel() {
      setCancelled(true);
      running.current?.abort();
    },
    clear() {
      setCancelled(false);
      sending.reset();
    },
  };
}
