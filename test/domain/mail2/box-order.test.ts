import { expect, test } from 'vitest'
import { type BoxOrder, sliceOf } from '../../../src/domain/mail2/box-order.ts'

const rows = [
  { message: { id: 2, sentAt: 30 } },
  { message: { id: 3, sentAt: 10 } },
  { message: { id: 1, sentAt: 30 } },
]
const order = (more: Partial<BoxOrder>): BoxOrder => ({
  by: 'entered',
  newestFirst: true,
  offset: 0,
  limit: 20,
  ...more,
})

test.each([
  [{}, [3, 2, 1]],
  [{ newestFirst: false }, [1, 2, 3]],
  [{ by: 'sent' }, [2, 1, 3]],
  [{ by: 'sent', newestFirst: false }, [3, 1, 2]],
  [{ offset: 1, limit: 1 }, [2]],
  [{ offset: 3 }, []],
] as const)('a list by %j is %j', (asked, ids) => {
  expect(sliceOf(rows, order(asked)).map(({ message }) => message.id)).toEqual(ids)
})
