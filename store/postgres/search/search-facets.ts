import * as pure from '../../sql/search/search-facets.ts'
import { mapped } from '../database/sequences.ts'
import type { Names } from '../rows/names.ts'

export type { FacetSource } from '../../sql/search/search-facets.ts'

// For the files of this engine that are not written as work yet.

export async function facetsOf(source: pure.FacetSource, names: Pick<Names, 'of'>): Promise<string> {
  const recipients = await mapped(pure.recipientsOf(source), names.of)
  return pure.facetsOf(source, await names.of(source.sender_id), recipients)
}
