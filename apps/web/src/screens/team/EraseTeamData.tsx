import { Card, Button, ConfirmDialog, showToast, Consequences } from '@seller-connect/ui';
import { useState } from 'react';
import { ApiError, coreClient } from '../../api/index.ts';
import { reportQueryNames, shopQueryNames } from '../../api/queries/queryKeys.ts';
import { useMutation } from '../../api/queries/useMutation.ts';
import { formErrorMessage } from '../../forms/index.ts';
import { sharedTexts } from '../../i18n/index.ts';
import { ReauthenticationBanner } from '../../session/ReauthenticationBanner.tsx';
import { texts } from './texts.ts';

const labels = texts.erasure;

/** Disconnects all shops and erases their data, after an owner has confirmed what is deleted. */
export function EraseTeamData() {
  const [isConfirming, setConfirming] = useState(false);
  const [isReauthRequired, setReauthRequired] = useState(false);
  const close = () => {
    setConfirming(false);
    setReauthRequired(false);
  };
  const erase = useMutation({
    mutationFn: () => coreClient().call('eraseTeamData', { handleErrorLocally: [409] }),
    changes: [...shopQueryNames, ...reportQueryNames],
    onSuccess() {
      close();
      showToast({ tone: 'positive', title: labels.done });
    },
    onError(error) {
      if (error instanceof ApiError && error.code === 'fresh_sign_in_required')
        return setReauthRequired(true);
      const title = formErrorMessage(error);
      if (title !== null) showToast({ tone: 'negative', title });
    },
  });
  return (
    <>
      <Card
        title={labels.title}
        summary={labels.text}
        actions={
          <Button variant="dangerous" onClick={() => setConfirming(true)}>
            {labels.action}
          </Button>
        }
      />
      <ConfirmDialog
        open={isConfirming}
        danger
        title={labels.confirm}
        confirmLabel={labels.do}
        cancelLabel={labels.keep}
        closeLabel={sharedTexts.close}
        busy={erase.isPending}
        onConfirm={() => erase.mutate()}
        onClose={close}
      >
        <Consequences points={labels.consequences} />
        <p>{labels.final}</p>
        {isReauthRequired && <ReauthenticationBanner path="/settings/team" announced />}
      </ConfirmDialog>
    </>
  );
}
