import { Box, Text } from 'ink'
import TextInput from 'ink-text-input'
import type { ReplyLineView } from '../src/faces/tui/compose/form/form-reply-line.ts'

/**
 * One line to answer in, drawn by ink-text-input on each side of the caret.
 *
 * Keys: the program keeps them all and gives them to `updateReplyLine` (Enter sends, Esc leaves, Alt-Enter
 * grows it into the whole form, C-g into $EDITOR); none is forwarded to Ink's stdin, and the input is told that it has no focus. Keys
 * that reach ink-text-input faster than React renders are lost, as each one is added to the value of the last
 * render, and its caret counts UTF-16 units, so that Backspace halves an emoji.
 */
export function ReplyLine({ view }: { readonly view: ReplyLineView }) {
  const { label, before, at, after, placeholder } = view
  const isEmpty = before === '' && after === '' && at === ' '
  return (
    <Box>
      <Text bold>{label} </Text>
      <Part value={before} />
      <Text inverse>{at}</Text>
      {isEmpty ? <Part value="" placeholder={placeholder} /> : <Part value={after} />}
    </Box>
  )
}

function Part({ value, placeholder = '' }: { readonly value: string; readonly placeholder?: string }) {
  return <TextInput value={value} placeholder={placeholder} focus={false} onChange={ignored} />
}

function ignored(): void {}
