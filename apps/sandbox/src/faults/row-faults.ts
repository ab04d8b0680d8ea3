/** Damages the rows of a response, like a platform under load. */
import { draw, drawIndex } from '../world/random.ts';
import { isRecord } from '../http/json-object.ts';

/** A response before serialization. */
type Payload = Readonly<Record<string, unknown>>;

type RowFault = 'truncated_page' | 'duplicate_items' | 'reorder_items';

function damageRows(rows: readonly unknown[], fault: RowFault, hash: number): unknown[] {
  switch (fault) {
    case 'truncated_page':
      return rows.slice(0, Math.floor(rows.length / 2));
    case 'reorder_items':
      return rows
        .map((row, position) => ({ row, place: draw(hash, position) }))
        .toSorted((a, b) => a.place - b.place)
        .map(({ row }) => row);
    case 'duplicate_items': {
      if (rows.length === 0) return [];
      const copies = Math.max(1, Math.floor(rows.length / 5));
      const doubled = [...rows];
      for (let copy = 0; copy < copies; copy += 1) {
        const from = drawIndex(hash, copy * 2, rows.length);
        const to = drawIndex(hash, copy * 2 + 1, doubled.length + 1);
        doubled.splice(to, 0, rows[from]);
      }
      return doubled;
    }
  }
}

/** Damages the inner lists of orders too, except by truncation: an order would silently lose items. */
function damageInnerLists(rows: readonly unknown[], fault: RowFault, hash: number): unknown[] {
  if (fault === 'truncated_page') return [...rows];
  return rows.map((row) => {
    if (!isRecord(row) || !Array.isArray(row['order_items'])) return row;
    return { ...row, order_items: damageRows(row['order_items'], fault, hash) };
  });
}

/** The names of row lists in the platforms' responses. */
const rowListNames = [
  'orders',
  'products',
  'order_list',
  'item',
  'item_list',
  'items',
  'escrow_list',
  'transaction_list',
  'return',
];

/** Damages the rows in `member`. Returns the payload unchanged if it has no rows. */
export function damagePayload(
  payload: Payload,
  fault: RowFault,
  hash: number,
  member = 'data',
): Payload {
  const data = payload[member];
  if (Array.isArray(data)) {
    return { ...payload, [member]: damageRows(damageInnerLists(data, fault, hash), fault, hash) };
  }
  if (!isRecord(data)) return payload;
  const name = rowListNames.find((candidate) => Array.isArray(data[candidate]));
  const rows = name === undefined ? undefined : data[name];
  if (name === undefined || !Array.isArray(rows)) return payload;
  const damagedRows = damageRows(rows, fault, hash);
  const counted = 'count' in data ? { count: damagedRows.length } : {};
  return { ...payload, [member]: { ...data, ...counted, [name]: damagedRows } };
}
