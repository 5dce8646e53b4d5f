import { render } from 'ink-testing-library'
import { expect, test } from 'vitest'
import { Form } from '../../components/Form.tsx'
import { ReplyLine } from '../../components/ReplyLine.tsx'
import { plain } from '../../src/domain/sanitize.ts'
import { formView, openForm } from '../../src/faces/tui/compose/form/form.ts'
import {
  openReplyLine,
  replyLineView,
  updateReplyLine,
} from '../../src/faces/tui/compose/form/form-reply-line.ts'
import { lineText } from '../../src/faces/tui/text/line.ts'
import { themes } from '../../src/faces/tui/text/theme.ts'
import { keyEvent, typing } from '../faces/tui/form-typing.ts'

const theme = themes.bare

test.each([
  [80, 24],
  [50, 20],
  [40, 10],
])('a form is drawn as its view says at %i × %i', (columns, rows) => {
  const view = formView(openForm('handoff', { input: { done: 'Design 日本語' } }), { columns, rows })
  const { lastFrame, unmount } = render(<Form view={view} theme={theme} />)
  // Ink takes the bare caret cell's sequences along; the words are the same.
  const words = lastFrame()?.replace(/\u001b\[[\d;]*m/gu, '')
  expect(words).toBe(view.rows.map(({ line }) => lineText(line)).join('\n'))
  unmount()
})

test('the caret of a form is inverse', () => {
  const view = formView(openForm('compose', { input: { to: ['critic'], subject: 'x', body: 'abc' } }), {
    columns: 60,
    rows: 14,
  })
  const { lastFrame, unmount } = render(<Form view={view} theme={theme} />)
  expect(lastFrame()).toContain('abc\u001b[7m \u001b[')
  unmount()
})

test('the reply line shows every one of two hundred keys typed at once', () => {
  const text = 'the quick brown fox '.repeat(10).trimEnd()
  const line = typing(text).reduce(
    (now, label) => updateReplyLine(now, keyEvent(label)).line,
    openReplyLine(),
  )
  const view = replyLineView(line, { label: plain('Reply'), placeholder: plain('write'), columns: 240 })
  expect(view.before).toBe(text)
  const short = replyLineView(line, { label: plain('Reply'), placeholder: plain('write'), columns: 30 })
  const { lastFrame, unmount } = render(<ReplyLine view={short} />)
  expect(lastFrame()).toContain('brown fox')
  unmount()
})

test('an empty reply line says what to write', () => {
  const view = replyLineView(openReplyLine(), {
    label: plain('Reply'),
    placeholder: plain('Enter sends'),
    columns: 40,
  })
  const { lastFrame, unmount } = render(<ReplyLine view={view} />)
  expect(lastFrame()).toContain('Enter sends')
  unmount()
})
