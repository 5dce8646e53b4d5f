import { describe, expect, test } from 'vitest'
import { linkTarget, targetWords, tellsTarget } from '../../src/domain/link.ts'

describe('a target', () => {
  test.each([
    ['https://a.example', 'https://a.example/'],
    ['HTTP://A.Example/b c', 'http://a.example/b%20c'],
    ['https://a.example/;?b=c#d', 'https://a.example/;?b=c#d'],
    ['https://b\u00fccher.example/\u00e9', 'https://xn--bcher-kva.example/%C3%A9'],
    ['mailto:a@b.example', 'mailto:a@b.example'],
  ])('%s is %s', (text, target) => {
    expect(linkTarget(text)).toBe(target)
  })

  test.each([
    '',
    'a',
    '/etc/passwd',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'data:text/html,x',
    'ssh://a.example',
    'https://',
    'https://bank.example@evil.example/',
    'https://:x@evil.example/',
    'mailto:a@b.example?attach=/etc/passwd',
    'mailto:a b@c.example',
    ' https://a.example',
    `https://a.example/${'x'.repeat(2_083)}`,
    `https://a.example/${'\u00e9'.repeat(1_000)}`,
  ])('%s is none', (text) => {
    expect(linkTarget(text)).toBeNull()
  })

  test.each(['\x1b]8;;\x1b\\', '\x07', '\x9c', '\n', '\r', '\0', '\u202e', '\ud800'])(
    'has no %j in it',
    (odd) => {
      for (const text of [`https://a.example/${odd}`, `https://a${odd}.example/`, `mailto:a${odd}@b.example`])
        expect(linkTarget(text) ?? '').toMatch(/^[\x21-\x7e]*$/u)
    },
  )
})

test.each([
  ['https://a.example', 'https://a.example', true],
  ['www.a.example', 'http://www.a.example', true],
  ['me@a.example', 'mailto:me@a.example', true],
  ['https://a.example', 'https://a.example.evil.example', false],
  ['https://\u0430.example', 'https://\u0430.example', false],
  ['a', 'https://a.example', false],
])('%s tells of %s: %s', (words, target, tells) => {
  const checked = linkTarget(target)
  expect(checked !== null && tellsTarget(words, checked)).toBe(tells)
})

test('a long target is told by its host', () => {
  const long = linkTarget(`https://evil.example/${'bank.example/'.repeat(20)}`)
  expect(long && targetWords(long)).toBe('https://evil.example/\u2026 281 characters')
})
