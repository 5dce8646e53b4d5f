# Whether a coding agent's hook has nothing to do, so that no program starts. `watchpost setup` writes this file and
# `watchpost setup TOOL --remove` takes it away. Changes to it are lost at the next setup.
if ! command -v watchpost >/dev/null; then
  if [ "$1" = start ]; then echo '{"systemMessage":"Watchpost: the program `watchpost` is not on your PATH, so this session gets no mail. Install it with `npm install -g watchpost`."}'; fi
  exit 0
fi
if [ -n "$2" ]; then
  # This coding agent reads no file with the person's variables: they come from here.
  if [ -f "${0%/*}/$2.sh" ]; then
    set -a
    . "${0%/*}/$2.sh"
    set +a
  fi
  sh "$0" "$1" || watchpost hook --of "$2"
  exit 0
fi
[ "$1" != start ] || exit 1
told=
if [ -n "$WATCHPOST_STORE" ] && [ -n "$WATCHPOST_LINK" ]; then
  # The files of a store elsewhere count only while the link that keeps them runs.
  signals=$WATCHPOST_LINK
  [ -f "$signals/+link" ] && sh "$signals/+link" || exit 1
elif [ -n "$WATCHPOST_STORE" ]; then
  [ -e "$WATCHPOST_STORE/mail.db" ] || exit 1
  signals=$WATCHPOST_STORE/signals
else
  cd -P . || exit 1
  folder=$PWD signals=
  while [ -z "$signals" ]; do
    if [ -e "$folder/.watchpost/mail.db" ]; then
      signals=$folder/.watchpost/signals
    elif [ -e "$folder/.watchpost" ]; then
      exit 1
    elif [ -f "$folder/.git" ]; then
      read -r word git <"$folder/.git" || exit 1
      case $git in /*) ;; *) git=$folder/$git ;; esac
      # In a work tree, an earlier hook noted the store of the main checkout, and the agent.
      if [ -f "$git/commondir" ]; then
        { read -r store && read -r told; } <"$git/watchpost" || exit 1
        [ -e "$store/mail.db" ] || exit 1
        signals=$store/signals
      fi
    fi
    if [ -z "$signals" ] && [ "$folder" = / ]; then
      store=${XDG_DATA_HOME:-$HOME/.local/share}/watchpost
      [ -e "$store/mail.db" ] || exit 0
      signals=$store/signals
    fi
    folder=${folder%/*}
    folder=${folder:-/}
  done
fi
case $1 in
  write | shell | line) [ -d "$signals" ] && [ ! -s "$signals/+reserved" ] || exit 1 ;;
esac
[ "$1" != write ] || exit 0
if [ "$1" = line ]; then
  # The event is read here, and handed on.
  IFS= read -r event
  case $event in
    *agent_id*watchpost* | *watchpost*agent_id*) printf '%s\n' "$event" | watchpost hook ;;
  esac
  exit 0
fi
agent=$WATCHPOST_AGENT
if [ -z "$agent" ]; then
  agent=${WATCHPOST_SIGNAL:-$WATCHPOST_DEFAULT_AGENT}
  if [ -z "$agent" ] && [ -n "$told" ]; then
    agent=$told
  else
    [ ! -s "$signals/+sessions" ] || exit 1
  fi
  [ -n "$agent" ] || exit 0
fi
[ "$1" != event ] || exit 1
case $1 in
  turn | shell) [ ! -s "$signals/$agent+helpers" ] || exit 1 ;;
esac
# An agent that waits for a person goes on at its next event.
[ -f "$signals/$agent" ] && [ ! -s "$signals/$agent" ] && [ ! -s "$signals/$agent+asks" ]
exit
