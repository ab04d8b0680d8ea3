import { Button } from '@seller-connect/ui';
import { usePerson } from '../../session/index.ts';
import { shared } from '../../i18n/index.ts';
import { openPalette } from '../command-palette/commandPaletteStore.ts';
import { texts } from '../texts.ts';
import { ResultPage } from './ResultPage.tsx';

export default function NotFoundPage() {
  const signedIn = usePerson().user !== null;
  return (
    <ResultPage
      title="404"
      text={shared.pageNotFound}
      others={
        signedIn ? (
          <Button aria-haspopup="dialog" onClick={() => openPalette()}>
            {texts.search}
          </Button>
        ) : undefined
      }
    />
  );
}
