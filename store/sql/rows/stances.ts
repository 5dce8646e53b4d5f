import { stances } from '../../../src/domain/kind.ts'

/** Whether a message takes a stance in a debate; as a partial index says it. `of` is its row's name with a point, or nothing. */
export const isStance = (of: string) => `(${stances.map((kind) => `${of}kind = '${kind}'`).join(' OR ')})`
