import { shared } from '../../texts/index.ts';
import { ResultPage } from './ResultPage.tsx';

export default function BrokenPage() {
  return <ResultPage title="500" text={shared.somethingWentWrong} />;
}
