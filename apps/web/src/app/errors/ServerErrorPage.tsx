import { AlertTriangleIcon } from '@seller-connect/ui';
import { sharedTexts } from '../../i18n/index.ts';
import { texts } from '../texts.ts';
import { ResultPage } from './ResultPage.tsx';

/** Accepts only the server's reference of a failed request; no other text from an address is shown. */
const isReference = (text: string | null): text is string =>
  text !== null && /^[\w-]{8,64}$/.test(text);

/** The page at /500, with an optional reference. */
export default function ServerErrorPage() {
  const reference = new URLSearchParams(window.location.search).get('reference');
  return (
    <ResultPage
      title="500"
      text={sharedTexts.somethingWentWrong}
      icon={<AlertTriangleIcon size={24} />}
      tone="negative"
    >
      {isReference(reference) && (
        <p>
          {sharedTexts.reference(reference)}
          <br />
          {texts.referenceText}
        </p>
      )}
    </ResultPage>
  );
}
