import * as pure from '../../sql/search/search-facets.ts'
import type { Names } from '../rows/names.ts'

export type { FacetSource } from '../../sql/search/search-facets.ts'

// For the files of this engine that are not written as work yet.

export function facetsOf(source: pure.FacetSource, names: Pick<Names, 'of'>): string {
  return pure.facetsOf(source, names.of(source.sender_id), pure.recipientsOf(source).map(names.of))
}
