import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Safe, sanitize } from '../../../src/domain/sanitize.ts'
import {
  edit,
  editorKeys,
  editorText,
  editorView,
  openEditor,
  resizeEditor,
  withText,
} from '../../../src/faces/tui/compose/editor/editor.ts'
import type { EditorEvent, EditorState } from '../../../src/faces/tui/model/editor.ts'
import { clustersOf, widthOf } from '../../../src/faces/tui/text/text.ts'
import { cpuTime } from '../../support/cpu-time.ts'
import { keyEvent } from './form-typing.ts'

const paste = (text: string): EditorEvent => ({ type: 'paste', text })
const press = (state: EditorState, ...labels: string[]) =>
  labels.reduce((current, label) => edit(current, keyEvent(label)), state)

/** `|` marks the caret. */
const marked = (text: string): EditorState => {
  const before = text.slice(0, text.indexOf('|')).split('\n')
  const state = openEditor(text.replace('|', ''))
  return { ...state, caret: { line: before.length - 1, offset: before.at(-1)?.length ?? 0 } }
}
const shown = (state: EditorState): string => {
  const { line, offset } = state.caret
  return state.lines
    .map((text, at) => (at === line ? `${text.slice(0, offset)}|${text.slice(offset)}` : text))
    .join('\n')
}

const keyTable: readonly (readonly [string, string, string])[] = [
  ['a', 'ab|', 'aba|'],
  ['Space', 'ab|c', 'ab |c'],
  ['日', 'a|', 'a日|'],
  ['Enter', 'ab|cd', 'ab\n|cd'],
  ['Alt-Enter', 'ab|cd', 'ab\n|cd'],
  ['S-Enter', 'ab|cd', 'ab\n|cd'],
  ['Tab', '|a', '    |a'],
  ['Backspace', 'ab|c', 'a|c'],
  ['Backspace', 'ab\n|c', 'ab|c'],
  ['Backspace', '|ab', '|ab'],
  ['Backspace', 'a日|', 'a|'],
  ['Backspace', 'ae\u0301|', 'a|'],
  ['Backspace', '👩‍🚀|x', '|x'],
  ['C-h', 'ab|', 'a|'],
  ['Delete', 'a|bc', 'a|c'],
  ['Delete', 'ab|\nc', 'ab|c'],
  ['C-d', '|👩‍🚀x', '|x'],
  ['C-w', 'one two-three  |four', 'one |four'],
  ['C-w', 'one\n|two', 'one|two'],
  ['Alt-Backspace', 'one two-three|', 'one two-|'],
  ['C-Backspace', 'one two|', 'one |'],
  ['Alt-d', 'one| two three', 'one| three'],
  ['C-u', 'one two|three', '|three'],
  ['C-k', 'one|two\nthree', 'one|\nthree'],
  ['C-k', 'one|\ntwo', 'one|two'],
  ['Left', 'ab|', 'a|b'],
  ['Left', 'ab\n|c', 'ab|\nc'],
  ['Left', 'a🇩🇪|', 'a|🇩🇪'],
  ['C-b', 'ab|', 'a|b'],
  ['Right', 'a|b', 'ab|'],
  ['Right', 'ab|\nc', 'ab\n|c'],
  ['Right', '|e\u0301a', 'e\u0301|a'],
  ['C-f', '|ab', 'a|b'],
  ['C-Left', 'one two.|', 'one |two.'],
  ['Alt-Left', 'one two|', 'one |two'],
  ['Alt-b', 'one tw|o', 'one |two'],
  ['C-Right', '|one two', 'one| two'],
  ['Alt-Right', 'one| two', 'one two|'],
  ['Alt-f', 'one|\ntwo', 'one\n|two'],
  ['Home', 'a\nbc|', 'a\n|bc'],
  ['C-a', 'abc|', '|abc'],
  ['End', '|abc\nd', 'abc|\nd'],
  ['C-e', 'a|bc', 'abc|'],
  ['C-Home', 'a\nb|', '|a\nb'],
  ['C-End', '|a\nb', 'a\nb|'],
  ['Up', 'abc\nab|c', 'ab|c\nabc'],
  ['Up', 'a|b', '|ab'],
  ['Down', 'ab|c\nabc', 'abc\nab|c'],
  ['Down', 'a|b', 'ab|'],
  ['PageUp', 'a\nb\nc|', '|a\nb\nc'],
  ['PageDown', '|a\nb\nc', 'a\nb\nc|'],
  ['C-y', 'a|', 'a|'],
  ['C-_', 'a|', 'a|'],
  ['C-/', 'a|', 'a|'],
  ['Alt-u', 'a|', 'a|'],
  ['C-r', 'a|', 'a|'],
  ['Alt-e', 'a|', 'a|'],
  ['C-Alt-_', 'a|', 'a|'],
  ['F5', 'a|', 'a|'],
  ['C-x', 'a|', 'a|'],
]

describe('keys', () => {
  test.each(keyTable)('%s: %j becomes %j', (label, before, after) => {
    expect(shown(press(marked(before), label))).toBe(after)
  })

  test('every key is in the table above', () => {
    expect(editorKeys.filter((label) => !keyTable.some(([known]) => known === label))).toEqual([])
  })

  test('what was cut comes back with C-y, also its line breaks', () => {
    expect(shown(press(marked('ab|c\nd'), 'C-k', 'C-y', 'C-y'))).toBe('abcc|\nd')
    expect(shown(press(marked('ab|\nd'), 'C-k', 'C-y'))).toBe('ab\n|d')
  })

  test('up and down keep the column that they began with', () => {
    expect(shown(press(marked('abcdef|\nab\nabcdef'), 'Down'))).toBe('abcdef\nab|\nabcdef')
    expect(shown(press(marked('abcdef|\nab\nabcdef'), 'Down', 'Down'))).toBe('abcdef\nab\nabcdef|')
    expect(shown(press(marked('abc|\n日本'), 'Down'))).toBe('abc\n日|本')
  })

  test('up and down go by wrapped rows', () => {
    const state = resizeEditor(marked('one two three fo|ur'), 11, 4)
    expect(editorView(state, 11, 4).lines).toEqual(['one two', 'three four'])
    expect(shown(press(state, 'Up'))).toBe('one two| three four')
    expect(shown(press(state, 'Up', 'Down'))).toBe('one two three fo|ur')
  })
})

describe('undo', () => {
  test('takes back a word typed at once, then a paste', () => {
    const state = press(edit(openEditor('x'), paste('one\ntwo')), 'a', 'b', 'c')
    expect(shown(press(state, 'C-_'))).toBe('xone\ntwo|')
    expect(shown(press(state, 'C-_', 'C-_'))).toBe('x|')
    expect(shown(press(state, 'C-_', 'C-_', 'C-_'))).toBe('x|')
  })

  test.each<readonly [string, readonly string[], string]>([
    ['brings it back', ['C-_', 'C-r'], 'xone\ntwoabc|'],
    ['step by step', ['C-_', 'C-_', 'Alt-e'], 'xone\ntwo|'],
    ['all of it', ['C-_', 'Alt-u', 'C-Alt-_', 'C-r'], 'xone\ntwoabc|'],
    ['and no more', ['C-r'], 'xone\ntwoabc|'],
    ['also after one looked around', ['C-_', 'Home', 'C-r'], 'xone\ntwoabc|'],
    ['as often as one likes', ['C-_', 'C-r', 'C-_', 'C-r', 'C-_'], 'xone\ntwo|'],
    ['until something else is written', ['C-_', 'y', 'C-r'], 'xone\ntwoy|'],
    ['which is undone by itself', ['C-_', 'y', 'C-r', 'C-_'], 'xone\ntwo|'],
  ])('redo %s', (_told, keys, expected) => {
    const state = press(edit(openEditor('x'), paste('one\ntwo')), 'a', 'b', 'c')
    expect(shown(press(state, ...keys))).toBe(expected)
  })

  test('keeps at most two hundred steps', () => {
    const state = Array.from({ length: 400 }).reduce<EditorState>((now) => press(now, 'Enter'), openEditor())
    expect(state.undo).toHaveLength(200)
  })

  test('takes back what $EDITOR changed', () => {
    expect(editorText(press(withText(openEditor('mine'), 'other'), 'C-_'))).toBe('mine')
  })
})

describe('pasting', () => {
  test.each([
    ['line breaks of all systems', 'a\r\nb\rc\nd', 'a\nb\nc\nd'],
    ['tabs', 'a\tb', 'a    b'],
    ['colours', '\u001b[31mred\u001b[0m', 'red'],
    ['a clipboard write', '\u001b]52;c;ZXZpbA==\u0007x', 'x'],
    ['the end of a bracketed paste, faked', 'a\u001b[201~rm -rf\n', 'arm -rf\n'],
    ['stray control characters are shown', 'a\u0008\u0007\u0000b', 'a␈␇␀b'],
    ['bidirectional overrides are shown', 'a\u202eb', 'a⟨U+202E⟩b'],
    ['C1', 'a\u009bmb\u0085', 'ab⟨85⟩'],
    ['invisible characters', 'a\u200b\ufeffb', 'ab'],
  ])('%s', (_name, text, result) => {
    expect(editorText(edit(openEditor(), paste(text)))).toBe(result)
  })

  test('a line stays one line', () => {
    expect(editorText(edit(openEditor('', { single: true }), paste('a\nb\r\nc')))).toBe('a b c')
    expect(editorText(press(openEditor('a', { single: true }), 'Enter'))).toBe('a')
  })

  test('two hundred keys in one burst lose nothing', () => {
    const typed = 'the quick brown fox '.repeat(10)
    const labels = [...typed].map((letter) => (letter === ' ' ? 'Space' : letter))
    expect(editorText(press(openEditor('', { single: true }), ...labels))).toBe(typed)
  })

  test('a megabyte is taken in and typed into', () => {
    const started = cpuTime()
    const state = edit(openEditor(), paste('some words in a line\n'.repeat(50_000)))
    const after = press(state, ...'abcdefghij', 'Up', 'Down', 'PageUp')
    editorView(after, 60, 20)
    expect(cpuTime() - started).toBeLessThan(4000)
  })
})

describe('view', () => {
  test.each([
    ['the whole text when it fits', 'ab\ncd|', 10, 3, ['ab', 'cd'], { row: 1, column: 2 }],
    ['wrapped', 'one two three|', 8, 3, ['one two', 'three'], { row: 1, column: 5 }],
    ['the caret behind a wide character', '日本|', 10, 1, ['日本'], { row: 0, column: 4 }],
    ['scrolled to the caret', 'a\nb\nc\nd|', 5, 2, ['c', 'd'], { row: 1, column: 1 }],
    ['the caret before blanks that hang over the edge', 'abc      |', 5, 1, ['abc'], { row: 0, column: 4 }],
    ['a full row leaves a cell for the caret', 'abcd|', 5, 1, ['abcd'], { row: 0, column: 4 }],
  ])('%s', (_name, text, columns, rows, lines, caret) => {
    const view = editorView(marked(text), columns, rows)
    expect(view.lines).toEqual(lines)
    expect(view.caret).toEqual(caret)
  })

  test('scrolls no further than needed, and stays when the caret moves inside', () => {
    const start = resizeEditor(marked('a\nb\nc\nd\ne|'), 5, 3)
    expect(editorView(start, 5, 3)).toMatchObject({ lines: ['c', 'd', 'e'], above: 2, below: 0 })
    expect(editorView(press(start, 'Up', 'Up'), 5, 3).lines).toEqual(['c', 'd', 'e'])
    expect(editorView(press(start, 'Up', 'Up', 'Up'), 5, 3)).toMatchObject({
      lines: ['b', 'c', 'd'],
      below: 1,
    })
  })

  test('one line moves sideways under the caret', () => {
    const line = openEditor('abcdefghij', { single: true })
    expect(editorView(line, 6, 1)).toMatchObject({ lines: ['…ghij'], caret: { row: 0, column: 5 } })
    expect(editorView(press(line, 'Home'), 6, 1)).toMatchObject({ lines: ['abcde…'], caret: { column: 0 } })
  })
})

describe('any sequence of edits', () => {
  const pieces = ['a', 'Z', ' ', '日', 'é', 'e\u0301', '👩‍🚀', '.', '\u0301', '🇩', 'x\ny', '\u001b[31m', '\t']
  const event = fc.oneof(
    fc.constantFrom(...pieces).map(paste),
    fc.constantFrom(...editorKeys, 'a', 'b', 'Space').map(keyEvent),
    fc.string({ unit: 'binary', maxLength: 8 }).map(paste),
  )
  const isBoundary = (line: string, offset: number) => {
    let at = 0
    for (const cluster of clustersOf(line)) {
      if (at === offset) return true
      at += cluster.length
    }
    return at === offset
  }

  test('keeps the caret on a character of the text and in view', () => {
    fc.assert(
      fc.property(
        fc.array(event, { maxLength: 60 }),
        fc.integer({ min: 3, max: 20 }),
        fc.integer({ min: 1, max: 6 }),
        fc.boolean(),
        (events, columns, rows, single) => {
          let state = resizeEditor(openEditor('', { single }), columns, rows)
          for (const next of events) {
            state = edit(state, next)
            const { line, offset } = state.caret
            expect(isBoundary(state.lines[line] ?? '?', offset)).toBe(true)
            if (single) expect(state.lines).toHaveLength(1)
          }
          const view = editorView(state, columns, rows)
          expect(view.caret.row).toBeLessThan(Math.max(1, view.lines.length))
          expect(view.caret.row).toBeGreaterThanOrEqual(0)
          expect(view.caret.column).toBeLessThan(columns)
          for (const line of view.lines) expect(widthOf(line)).toBeLessThanOrEqual(columns)
        },
      ),
      { numRuns: 600 },
    )
  })

  test('does to the text what a plain list of characters would say', () => {
    const simple = fc.constantFrom('a', 'b', 'Space', 'Enter', 'Backspace', 'Delete', 'Left', 'Right')
    fc.assert(
      fc.property(fc.array(simple, { maxLength: 80 }), (labels) => {
        const text: string[] = []
        let at = 0
        for (const label of labels) {
          if (label === 'Left') at = Math.max(0, at - 1)
          else if (label === 'Right') at = Math.min(text.length, at + 1)
          else if (label === 'Delete') text.splice(at, 1)
          else if (label === 'Backspace') at -= text.splice(Math.max(0, at - 1), at > 0 ? 1 : 0).length
          else text.splice(at++, 0, label === 'Space' ? ' ' : label === 'Enter' ? '\n' : label)
        }
        const state = press(openEditor(), ...labels)
        expect(editorText(state)).toBe(text.join(''))
        const offset =
          state.lines.slice(0, state.caret.line).join('\n').length + (state.caret.line > 0 ? 1 : 0)
        expect(offset + state.caret.offset).toBe(at)
      }),
      { numRuns: 500 },
    )
  })

  test('the text is always clean', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const clean: Safe = editorText(edit(openEditor(), paste(text)))
        // Cleaning once more changes nothing.
        expect(sanitize(clean)).toBe(clean)
      }),
    )
  })
})
