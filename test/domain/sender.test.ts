import { expect, test } from 'vitest'
import { fencedMail, fenceOf } from '../../src/domain/prompt/fence.ts'
import { listedSender, senderOf } from '../../src/domain/sender.ts'

test.each([
  [{ from: 'root' }, 'root', 'root'],
  [{ from: 'root', actor: null, importedBy: null }, 'root', 'root'],
  [{ from: 'root', actor: 'm' }, 'root (by m)', 'root (by m)'],
  [{ from: 'root', importedBy: 'a' }, 'root (imported by a)', '↧root (imported by a)'],
  [
    { from: 'root', actor: 'm', importedBy: 'a' },
    'root (by m, imported by a)',
    '↧root (by m, imported by a)',
  ],
])('%j is from %s', (message, named, listed) => {
  expect([senderOf(message), listedSender(message)]).toEqual([named, listed])
})

test('a fence quotes an importer whose name could pass for words of the program', () => {
  const text = fencedMail(
    {
      id: 'Q8Y7D',
      from: 'root',
      importedBy: 'a) really [mark',
      traits: ['request', 'normal'],
      sentAt: 0,
      facts: [],
      title: 'T',
      body: 'B',
      parts: [],
      closing: [],
    },
    fenceOf('mark'),
    0,
  )
  expect(text.split('\n')[0]).toBe(
    '[mark] mail Q8Y7D from root (imported by "a) really [·"), request, normal, 0s ago',
  )
})
