/**
 * Refusals of the server that a page may have to show, each in words for people. The server's own words are for those who write
 * programs. Loaded once something is refused.
 */
export const refusals = {
  'delivery in progress': 'It’s being sent to the library right now. Try again in a moment.',
  'this request has already been decided': 'This request has been decided already.',
  'this request has been denied or cancelled': 'This request was declined or cancelled in the meantime.',
  'this request can not be cancelled': 'This request can’t be cancelled any more.',
  'this request was delivered and has been asked for again': 'This was delivered and has been requested anew.',
  'this delivery can not be retried': 'This can’t be tried again.',
  'this choice leaves nothing: the library or another request has all of it':
    'Nothing is left to request: the library or another request has all of it.',
  'no request with this id': 'This request doesn’t exist any more.',
  'the library of this request has been removed': 'The library of this request was removed.',
  'the title is outside the limits of the kids account that requested it: change them, or deny the request':
    'The child who requested it may not see this title. Change the limits, or decline the request.',
  'this book belongs to a retired catalog': 'This entry comes from a book catalog that no longer exists.',
  'this book catalog is retired': 'This entry comes from a book catalog that no longer exists.',
  'this action belongs to a retired catalog': 'This entry comes from a book catalog that no longer exists.',
  'username already taken': 'This name is taken already.',
  'another account has a name like this one': 'Somebody has a name that looks like this one.',
  'must not contain control characters': 'This name has characters that can’t be shown.',
  'must not contain invisible characters': 'This name has characters that nobody can see.',
  'must not be blank': 'Type a name.',
  'must not mix scripts': 'This name mixes letters of several scripts.',
  'password must be at least 8 characters': 'A password has at least 8 characters.',
  'password must be at most 1024 bytes': 'This password is too long.',
  'setup already completed': 'This server is set up already.',
  'the instance was changed meanwhile, try again': 'Somebody has changed this in the meantime. Try again.',
  'the connection was changed meanwhile, try again': 'Somebody has changed this in the meantime. Try again.',
  'only a failed import can be put back to waiting': 'Only a failed import can be put back to waiting.',
  'must consist of printable ASCII characters':
    'That’s no key: it has blanks, line breaks or letters that keys don’t have. Copy it once more.',
  'this series has no season that can be requested': 'This series has no season that can be requested.',
  'an administrator holds this series back': 'Requests for this series are on hold.',
  'more than one series of the library has this title and year':
    'The library knows several series like this one. An administrator can choose the right one.',
  'the library knows no such series':
    'The library doesn’t know this series. An administrator can choose the right one.',
  'this series is matched with another one now':
    'Another series is matched now. An administrator can decide whether requests go on with it.',
  'the library has no counterpart':
    'The library counts the seasons differently. An administrator can say which season is which.',
  'The library knows more than one series of this title and year.':
    'The library knows several series like this one. Choose the right one.',
  'The library knows no such series.': 'The library doesn’t know this series. Choose the right one.',
  'It can not be found out for now which series this is.': 'The series can’t be looked up right now.',
  'The library can not be asked for now which series this is.': 'The library doesn’t answer right now.',
  'the series has no season': 'The series doesn’t have all of these seasons any more.',
};
