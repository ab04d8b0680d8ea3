import { Problem } from '../../platform/http/problem.ts';

/** Returns the problem for a feature of OData that this feed does not support. */
export function unsupportedProblem(feature: string): Problem {
  return new Problem(
    501,
    'not_supported',
    {
      vi: `Nguồn OData này không hỗ trợ ${feature}. Có thể dùng: $select, $filter, $orderby, $top, $skip, $count.`,
      en: `This OData feed does not support ${feature}. You can use $select, $filter, $orderby, $top, $skip, and $count.`,
    },
    { target: feature },
  );
}

/**
 * Returns the problem for a syntax error in `$filter`.
 * @param index of the error in `text`, from 0; the problem counts positions from 1
 */
export function filterSyntaxProblem(text: string, index: number): Problem {
  const position = index + 1;
  const excerpt = text.slice(index, index + 30);
  return new Problem(
    400,
    'filter_syntax',
    {
      vi: `Không đọc được $filter tại vị trí ${position}${excerpt && `, gần “${excerpt}”`}.`,
      en: `The $filter can’t be read at position ${position}${excerpt && `, near “${excerpt}”`}.`,
    },
    { target: '$filter', position },
  );
}

/** Returns the problem for an invalid value of a query option. */
export function optionProblem(option: string, value: string): Problem {
  const excerpt = value.slice(0, 100);
  return new Problem(
    400,
    'option_invalid',
    {
      vi: `Giá trị “${excerpt}” của ${option} không hợp lệ.`,
      en: `“${excerpt}” isn’t a valid value for ${option}.`,
    },
    { target: option },
  );
}

/** Returns the problem for an entity set that does not exist. */
export const unknownEntitySetProblem = (name: string, sets: readonly string[]) =>
  new Problem(
    404,
    'entity_set_unknown',
    {
      vi: `Không có tập dữ liệu “${name.slice(0, 100)}”. Có: ${sets.join(', ')}.`,
      en: `There is no entity set “${name.slice(0, 100)}”. Available: ${sets.join(', ')}.`,
    },
    { target: name.slice(0, 100) },
  );

/** Returns the problem for a client that accepts none of the available media types. */
export const notAcceptableProblem = (type: string) =>
  new Problem(406, 'not_acceptable', {
    vi: `Địa chỉ này chỉ trả lời dưới dạng ${type}. Hãy thêm ${type} vào đầu mục Accept.`,
    en: `This address only returns ${type}. Add ${type} to the Accept header.`,
  });

/** Returns the problem for a write request. */
export const readOnlyProblem = (method: string) =>
  new Problem(405, 'read_only', {
    vi: `Nguồn OData này chỉ để đọc; ${method} không dùng được.`,
    en: `This OData feed is read-only; ${method} isn’t supported.`,
  });
