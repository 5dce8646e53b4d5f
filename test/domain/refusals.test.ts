import { expect, it } from 'vitest'
import { refusalOf } from '../../src/domain/errors.ts'

const system = (code: string, syscall = 'open') =>
  Object.assign(new Error(`${code}: told by the system, ${syscall} '/x'`), { code, syscall })

it.each([
  ['ENOSPC', 'busy', 'The disk that holds /store is full; nothing was stored.'],
  ['EDQUOT', 'busy', 'is full'],
  ['EACCES', 'not-allowed', '/store cannot be written: EACCES'],
  ['EROFS', 'not-allowed', 'cannot be written'],
  ['EMFILE', 'busy', 'The system has no room for more: EMFILE'],
  ['ENFILE', 'busy', 'no room for more'],
  ['ENOMEM', 'busy', 'no room for more'],
  ['EAGAIN', 'busy', 'no room for more'],
  ['EIO', 'damaged', '/store cannot be read or written: EIO'],
])('the system’s %s is told as %s', (errno, code, message) => {
  const refusal = refusalOf(system(errno), '/store')
  expect([refusal?.code, refusal?.message]).toEqual([code, expect.stringContaining(message)])
  expect(refusal?.hint).not.toBe('')
})

it.each([system('EISDIR'), system('EINVAL'), new TypeError('a bug'), 'text', null])(
  'what nobody outside can mend stays as it is',
  (error) => {
    expect(refusalOf(error, '/store')).toBeNull()
  },
)
