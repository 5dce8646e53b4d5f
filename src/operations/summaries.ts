import type { OperationName } from './catalogue.ts'
import texts from './summaries.json'

/**
 * The summary of each operation, for lists of commands: they load no operation. `npm run docs` copies them from the
 * operations.
 */
export const summaries: Readonly<Record<OperationName, string>> = texts
