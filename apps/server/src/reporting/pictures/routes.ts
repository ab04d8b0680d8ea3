import type { Http } from '../../platform/http/http.ts';
import { Problem } from '../../platform/http/problem.ts';
import { createPictureCache } from './picture-cache.ts';
import type { PictureLinks } from './picture-links.ts';

/** The address determines the picture: a new picture has another address. */
const cacheControl = 'public, max-age=2592000, immutable';

/** Registers the route that serves the marketplaces' product pictures from this origin. */
export function pictureRoutes(http: Http, { pictures }: { pictures: PictureLinks }): void {
  const read = createPictureCache();
  http.handle('openPicture', async ({ query, request, reply }) => {
    const url = pictures.open(query);
    const picture = url === null ? null : await read(url, request.ip);
    if (!picture) throw pictureNotFoundProblem();
    await reply
      .header('content-type', picture.type)
      .header('cache-control', cacheControl)
      .header('cross-origin-resource-policy', 'same-site')
      .send(picture.bytes);
    return undefined;
  });
}

const pictureNotFoundProblem = () =>
  new Problem(404, 'picture_not_found', {
    vi: 'Không có hình này.',
    en: 'This picture isn’t available.',
  });

/** Replaces the addresses of the marketplaces by paths on this server. */
export function linkPictures<Item extends { picture: string | null }>(
  pictures: PictureLinks,
  items: readonly Item[],
): Item[] {
  return items.map((item) => ({ ...item, picture: pictures.pathOf(item.picture) }));
}
